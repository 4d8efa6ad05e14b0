package io.tiercel.demo.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.sql.Date;
import java.util.List;
import org.apache.spark.sql.RowFactory;
import org.junit.jupiter.api.Test;

class ResultDigestTest {
    @Test
    void theOrderOfRowsDoesNotMatter() {
        assertThat(ResultDigest.of(List.of("a", "b"))).isEqualTo(ResultDigest.of(List.of("b", "a")));
    }

    @Test
    void whereARowEndsMatters() {
        assertThat(ResultDigest.of(List.of("ab", "c")).sha256())
                .isNotEqualTo(ResultDigest.of(List.of("a", "bc")).sha256());
    }

    @Test
    void everyRowCounts() {
        assertThat(ResultDigest.of(List.of("a", "a"))).isNotEqualTo(ResultDigest.of(List.of("a")));
        assertThat(ResultDigest.of(List.of("a", "a")).rows()).isEqualTo(2);
    }

    @Test
    void decimalsAreExactAndKeepTheirScale() {
        assertThat(ResultDigest.text(
                        RowFactory.create(new BigDecimal("1E+3"), new BigDecimal("12345678901234567890.10"))))
                .isEqualTo("1000|12345678901234567890.10");
    }

    @Test
    void floatingPointNumbersDifferInTheirLastBit() {
        assertThat(ResultDigest.text(RowFactory.create(0.1 + 0.2)))
                .isNotEqualTo(ResultDigest.text(RowFactory.create(0.3)));
    }

    @Test
    void nothingIsNotTheEmptyText() {
        assertThat(ResultDigest.text(RowFactory.create(null, "", Date.valueOf("1998-09-02"))))
                .isEqualTo("null||1998-09-02");
    }
}
