package io.tiercel.demo.data;

import static io.tiercel.demo.data.TpchColumn.bigint;
import static io.tiercel.demo.data.TpchColumn.date;
import static io.tiercel.demo.data.TpchColumn.decimal;
import static io.tiercel.demo.data.TpchColumn.integer;
import static io.tiercel.demo.data.TpchColumn.string;
import static io.tiercel.demo.data.TpchColumn.wholeDecimal;

import io.trino.tpch.LineItem;
import io.trino.tpch.LineItemGenerator;
import io.trino.tpch.Order;
import io.trino.tpch.OrderGenerator;
import java.util.List;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;

/**
 * A table of TPC-H: its rows, and their columns under the benchmark's names.
 *
 * @param <R> a row
 */
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

    private final String name;
    private final Generator<R> generator;
    private final List<TpchColumn<R>> columns;
    private final MessageType schema;

    private TpchTable(String name, Generator<R> generator, List<TpchColumn<R>> columns) {
        this.name = name;
        this.generator = generator;
        this.columns = columns;
        this.schema = new MessageType(
                name, columns.stream().map(column -> (Type) column.type()).toList());
    }

    String name() {
        return name;
    }

    Iterable<R> rows(double scale, int part, int parts) {
        return generator.rows(scale, part, parts);
    }

    MessageType schema() {
        return schema;
    }

    /** The row as dbgen prints it, each field closed by a bar, with a line feed. */
    void appendLine(StringBuilder line, R row) {
        for (TpchColumn<R> column : columns) {
            column.text().append(line, row);
            line.append('|');
        }
        line.append('\n');
    }

    void write(RecordConsumer record, R row) {
        record.startMessage();
        for (int i = 0; i < columns.size(); i++) {
            record.startField(columns.get(i).name(), i);
            columns.get(i).field().add(record, row);
            record.endField(columns.get(i).name(), i);
        }
        record.endMessage();
    }
}
