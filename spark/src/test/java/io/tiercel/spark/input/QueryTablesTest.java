package io.tiercel.spark.input;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class QueryTablesTest {
    @Test
    void whatIsNotedAtLastHoldsIfThatIsAskedFor() {
        QueryTables<String> tables = new QueryTables<>((before, now) -> now);
        tables.note(1, "hdfs://a/sales", "planned");
        tables.note(1, "hdfs://a/sales", "planned anew");
        tables.note(1, "hdfs://a/sales/year=1", "one partition");

        assertThat(tables.of(1).at("hdfs://a/sales/year=2/part-0")).containsExactly("planned anew");
        assertThat(tables.of(1).at("hdfs://a/sales/year=1/part-0"))
                .containsExactlyInAnyOrder("planned anew", "one partition");
        assertThat(tables.of(1).at("hdfs://a/salesmen/part-0")).isEmpty();
        assertThat(tables.of(2).at("hdfs://a/sales/part-0")).isEmpty();
    }
}
