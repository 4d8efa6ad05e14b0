package io.tiercel.demo.data;

import io.trino.tpch.GenerateUtils;
import io.trino.tpch.LineItem;
import io.trino.tpch.LineItemGenerator;
import io.trino.tpch.Order;
import io.trino.tpch.OrderGenerator;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Types;
import org.jspecify.annotations.Nullable;

/** A table of TPC-H: its rows {@code R}, and their columns under the benchmark's names. */
final class TpchTable<R> {
    static final TpchTable<LineItem> LINEITEM = new TpchTable<>(
            "lineitem",
            LineItemGenerator::new,
            List.of(
                    bigint("l_orderkey", LineItem::getOrderKey),
                    bigint("l_partkey", LineItem::getPartKey),
                    bigint("l_suppkey", LineItem::getSupplierKey),
                    integer("l_linenumber", LineItem::getLineNumber),
                    wholeDecimal("l_quantity", LineItem::getQuantity),
                    decimal("l_extendedprice", LineItem::getExtendedPriceInCents),
                    decimal("l_discount", LineItem::getDiscountPercent),
                    decimal("l_tax", LineItem::getTaxPercent),
                    string("l_returnflag", LineItem::getReturnFlag),
                    string("l_linestatus", LineItem::getStatus),
                    date("l_shipdate", LineItem::getShipDate),
                    date("l_commitdate", LineItem::getCommitDate),
                    date("l_receiptdate", LineItem::getReceiptDate),
                    string("l_shipinstruct", LineItem::getShipInstructions),
                    string("l_shipmode", LineItem::getShipMode),
                    string("l_comment", LineItem::getComment)));

    static final TpchTable<Order> ORDERS = new TpchTable<>(
            "orders",
            OrderGenerator::new,
            List.of(
                    bigint("o_orderkey", Order::getOrderKey),
                    bigint("o_custkey", Order::getCustomerKey),
                    string("o_orderstatus", row -> String.valueOf(row.getOrderStatus())),
                    decimal("o_totalprice", Order::getTotalPriceInCents),
                    date("o_orderdate", Order::getOrderDate),
                    string("o_orderpriority", Order::getOrderPriority),
                    string("o_clerk", Order::getClerk),
                    integer("o_shippriority", Order::getShipPriority),
                    string("o_comment", Order::getComment)));

    /** Rows of one of {@code parts} equal parts of the table at a scale factor, {@code part} counted from 1. */
    interface Generator<R> {
        Iterable<R> rows(double scale, int part, int parts);
    }

    private final Generator<R> generator;
    private final List<TpchColumn<R>> columns;
    final MessageType schema;

    private TpchTable(String name, Generator<R> generator, List<TpchColumn<R>> columns) {
        this.generator = generator;
        this.columns = columns;
        this.schema = new MessageType(
                name, columns.stream().map(column -> (Type) column.type()).toList());
    }

    String name() {
        return schema.getName();
    }

    Iterable<R> rows(double scale, int part, int parts) {
        return generator.rows(scale, part, parts);
    }

    /** The row as dbgen prints it, each field closed by a bar, with a line feed. */
    void appendLine(StringBuilder line, R row) {
        for (TpchColumn<R> column : columns) {
            column.text().accept(line, row);
            line.append('|');
        }
        line.append('\n');
    }

    void write(RecordConsumer record, R row) {
        record.startMessage();
        for (int i = 0; i < columns.size(); i++) {
            record.startField(schema.getFieldName(i), i);
            columns.get(i).field().accept(record, row);
            record.endField(schema.getFieldName(i), i);
        }
        record.endMessage();
    }

    /** One column of a table: how a row's value is written as text and as a Parquet field. Both forms hold the same values. */
    private record TpchColumn<R>(
            PrimitiveType type, BiConsumer<StringBuilder, R> text, BiConsumer<RecordConsumer, R> field) {}

    private static <R> TpchColumn<R> bigint(String name, ToLongFunction<R> value) {
        return new TpchColumn<>(
                required(PrimitiveTypeName.INT64, null, name),
                (line, row) -> line.append(value.applyAsLong(row)),
                (record, row) -> record.addLong(value.applyAsLong(row)));
    }

    private static <R> TpchColumn<R> integer(String name, ToIntFunction<R> value) {
        return new TpchColumn<>(
                required(PrimitiveTypeName.INT32, null, name),
                (line, row) -> line.append(value.applyAsInt(row)),
                (record, row) -> record.addInteger(value.applyAsInt(row)));
    }

    /** A {@code decimal(12,2)}, from its value in hundredths. */
    private static <R> TpchColumn<R> decimal(String name, ToLongFunction<R> hundredths) {
        return new TpchColumn<>(
                required(PrimitiveTypeName.INT64, LogicalTypeAnnotation.decimalType(2, 12), name),
                (line, row) -> appendHundredths(line, hundredths.applyAsLong(row)),
                (record, row) -> record.addLong(hundredths.applyAsLong(row)));
    }

    /** A {@code decimal(12,2)} of whole numbers, which dbgen prints without a fraction. */
    private static <R> TpchColumn<R> wholeDecimal(String name, ToLongFunction<R> value) {
        TpchColumn<R> column = decimal(name, row -> 100 * value.applyAsLong(row));
        return new TpchColumn<>(column.type, (line, row) -> line.append(value.applyAsLong(row)), column.field);
    }

    /** A date, from its day since 1970-01-01. */
    private static <R> TpchColumn<R> date(String name, ToIntFunction<R> epochDay) {
        return new TpchColumn<>(
                required(PrimitiveTypeName.INT32, LogicalTypeAnnotation.dateType(), name),
                (line, row) -> line.append(GenerateUtils.formatDate(epochDay.applyAsInt(row))),
                (record, row) -> record.addInteger(epochDay.applyAsInt(row)));
    }

    private static <R> TpchColumn<R> string(String name, Function<R, String> value) {
        return new TpchColumn<>(
                required(PrimitiveTypeName.BINARY, LogicalTypeAnnotation.stringType(), name),
                (line, row) -> line.append(value.apply(row)),
                (record, row) -> record.addBinary(Binary.fromString(value.apply(row))));
    }

    private static PrimitiveType required(
            PrimitiveTypeName physical, @Nullable LogicalTypeAnnotation logical, String name) {
        return Types.required(physical).as(logical).named(name);
    }

    private static void appendHundredths(StringBuilder line, long hundredths) {
        long fraction = Math.abs(hundredths % 100);
        if (hundredths < 0) {
            line.append('-');
        }
        line.append(Math.abs(hundredths / 100)).append('.');
        if (fraction < 10) {
            line.append('0');
        }
        line.append(fraction);
    }
}
