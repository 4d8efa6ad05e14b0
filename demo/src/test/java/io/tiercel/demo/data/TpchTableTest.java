package io.tiercel.demo.data;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.demo.jobs.InputTables;
import io.trino.tpch.TpchEntity;
import java.util.stream.Collectors;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.Type;
import org.junit.jupiter.api.Test;

class TpchTableTest {
    private static final double SCALE = 0.001;

    @Test
    void linesAreThoseOfDbgen() {
        assertLinesOfDbgen(TpchTable.LINEITEM);
        assertLinesOfDbgen(TpchTable.ORDERS);
    }

    @Test
    void theJobsKnowTheColumns() {
        assertThat(InputTables.COLUMNS.get("lineitem")).isEqualTo(ddl(TpchTable.LINEITEM));
        assertThat(InputTables.COLUMNS.get("orders")).isEqualTo(ddl(TpchTable.ORDERS));
    }

    private static <R extends TpchEntity> void assertLinesOfDbgen(TpchTable<R> table) {
        int rows = 0;
        for (R row : table.rows(SCALE, 1, 1)) {
            StringBuilder line = new StringBuilder();
            table.appendLine(line, row);
            assertThat(line.toString()).isEqualTo(row.toLine() + "\n");
            rows++;
        }
        assertThat(rows).isGreaterThan(1000);
    }

    private static String ddl(TpchTable<?> table) {
        return table.schema.getFields().stream()
                .map(field -> field.getName() + " " + type(field))
                .collect(Collectors.joining(", "));
    }

    private static String type(Type field) {
        LogicalTypeAnnotation logical = field.getLogicalTypeAnnotation();
        if (logical instanceof LogicalTypeAnnotation.DecimalLogicalTypeAnnotation decimal) {
            return "decimal(" + decimal.getPrecision() + "," + decimal.getScale() + ")";
        }
        if (logical != null) {
            return logical.equals(LogicalTypeAnnotation.dateType()) ? "date" : "string";
        }
        return field.asPrimitiveType().getPrimitiveTypeName() == PrimitiveType.PrimitiveTypeName.INT64
                ? "bigint"
                : "int";
    }
}
