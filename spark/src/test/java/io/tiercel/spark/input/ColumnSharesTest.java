package io.tiercel.spark.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class ColumnSharesTest {
    private final ColumnShares shares = new ColumnShares();

    @Test
    void areOfTheTableThatAFileBelongsTo() {
        shares.note(7, "hdfs://a/sales", 0.25);
        shares.note(7, "hdfs://a/dates/part-0", 0.5);

        assertThat(shares.of(7).applyAsDouble("hdfs://a/sales/year=1/part-3")).isEqualTo(0.25);
        assertThat(shares.of(7).applyAsDouble("hdfs://a/dates/part-0")).isEqualTo(0.5);
        assertThat(shares.of(7).applyAsDouble("hdfs://a/sales-of-old/part-3")).isEqualTo(1);
        assertThat(shares.of(8).applyAsDouble("hdfs://a/sales/part-3")).isEqualTo(1);
    }

    @Test
    void areThoseOfTheScanThatReadsMost() {
        shares.note(7, "hdfs://a/sales", 0.25);
        shares.note(7, "hdfs://a/sales", 0.75);
        shares.note(7, "hdfs://a/sales", 0.5);

        assertThat(shares.of(7).applyAsDouble("hdfs://a/sales/part-3")).isEqualTo(0.75);
    }

    @Test
    void ofOldQueriesAreForgotten() {
        for (long query = 0; query < 300; query++) {
            shares.note(query, "hdfs://a/sales", 0.25);
        }
        assertThat(shares.of(0).applyAsDouble("hdfs://a/sales/part-3")).isEqualTo(1);
        assertThat(shares.of(299).applyAsDouble("hdfs://a/sales/part-3")).isEqualTo(0.25);
    }

    @Test
    void moreThanAllIsNoShare() {
        assertThatThrownBy(() -> shares.note(1, "hdfs://a/sales", 1.5))
                .hasMessage("share: expected a number from 0 to 1, got 1.5");
    }
}
