package io.tiercel.demo.data;

import io.trino.tpch.GenerateUtils;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Types;
import org.jspecify.annotations.Nullable;

/**
 * One column of a table: how a row's value is written as text and as a Parquet field. Both forms hold the same values.
 *
 * @param <R> a row
 */
record TpchColumn<R>(PrimitiveType type, Text<R> text, Field<R> field) {
    interface Text<R> {
        void append(StringBuilder line, R row);
    }

    interface Field<R> {
        void add(RecordConsumer record, R row);
    }

    String name() {
        return type.getName();
    }

    static <R> TpchColumn<R> bigint(String name, ToLongFunction<R> value) {
        return new TpchColumn<>(
                required(PrimitiveTypeName.INT64, null, name),
                (line, row) -> line.append(value.applyAsLong(row)),
                (record, row) -> record.addLong(value.applyAsLong(row)));
    }

    static <R> TpchColumn<R> integer(String name, ToIntFunction<R> value) {
        return new TpchColumn<>(
                required(PrimitiveTypeName.INT32, null, name),
                (line, row) -> line.append(value.applyAsInt(row)),
                (record, row) -> record.addInteger(value.applyAsInt(row)));
    }

    /** A {@code decimal(12,2)}, from its value in hundredths. */
    static <R> TpchColumn<R> decimal(String name, ToLongFunction<R> hundredths) {
        return new TpchColumn<>(
                required(PrimitiveTypeName.INT64, LogicalTypeAnnotation.decimalType(2, 12), name),
                (line, row) -> appendHundredths(line, hundredths.applyAsLong(row)),
                (record, row) -> record.addLong(hundredths.applyAsLong(row)));
    }

    /** A {@code decimal(12,2)} of whole numbers, which dbgen prints without a fraction. */
    static <R> TpchColumn<R> wholeDecimal(String name, ToLongFunction<R> value) {
        TpchColumn<R> column = decimal(name, row -> 100 * value.applyAsLong(row));
        return new TpchColumn<>(column.type, (line, row) -> line.append(value.applyAsLong(row)), column.field);
    }

    /** A date, from its day since 1970-01-01. */
    static <R> TpchColumn<R> date(String name, ToIntFunction<R> epochDay) {
        return new TpchColumn<>(
                required(PrimitiveTypeName.INT32, LogicalTypeAnnotation.dateType(), name),
                (line, row) -> line.append(GenerateUtils.formatDate(epochDay.applyAsInt(row))),
                (record, row) -> record.addInteger(epochDay.applyAsInt(row)));
    }

    static <R> TpchColumn<R> string(String name, Function<R, String> value) {
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
