package io.tiercel.hdfs.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tiercel.hdfs.probe.Fact.Kind;
import io.tiercel.hdfs.probe.Fact.Question;
import io.tiercel.model.Tier;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ClusterFactsTest {
    /** As they come from the process that asks. */
    private static ClusterFacts printed(Fact... facts) {
        return ClusterFacts.parse(List.of(facts).stream().map(Fact::line).toList());
    }

    @Test
    void whatIsPrintedIsRead() {
        ClusterFacts facts = printed(
                Fact.of(Kind.CONFIGURATION, "file:/conf/core-site.xml"),
                Fact.of(Kind.CLIENT, "3.4.1"),
                Fact.of(Kind.TARGET, "hdfs://h:8020", "/data"),
                Fact.of(Kind.REACHED),
                Fact.of(Kind.NODE, "u1", "n1", "3.5.0", "DISK,SSD"),
                Fact.of(Kind.NODE, "u2", "n2", "3.5.0", ""),
                Fact.of(Kind.NODES, 2),
                Fact.of(Kind.SAMPLE_TYPE, "DISK"),
                Fact.of(Kind.SAMPLE_TYPE, "SSD"),
                Fact.of(Kind.SAMPLE_TYPE, "PAPER"),
                Fact.of(Kind.SAMPLE_RACK, "/r1"),
                Fact.of(Kind.SAMPLE_HOST, "n1"),
                Fact.of(Kind.SAMPLE, 3, 1, 7, 5),
                Fact.of(Kind.POLICY, "ONE_SSD"));

        assertThat(facts.configuration()).contains("file:/conf/core-site.xml");
        assertThat(facts.clientVersion()).contains("3.4.1");
        assertThat(facts.uri()).isEqualTo("hdfs://h:8020");
        assertThat(facts.path()).isEqualTo("/data");
        assertThat(facts.isReached()).isTrue();
        assertThat(facts.otherFileSystem()).isEmpty();
        assertThat(facts.knowsNodes()).isTrue();
        assertThat(facts.nodes())
                .containsExactly(
                        new ClusterFacts.Node("u1", "n1", "3.5.0", Set.of("DISK", "SSD")),
                        new ClusterFacts.Node("u2", "n2", "3.5.0", Set.of()));
        assertThat(facts.policy()).contains("ONE_SSD");
        ClusterFacts.Sample sample = facts.sample().orElseThrow();
        assertThat(sample.files()).isEqualTo(3);
        assertThat(sample.erasureCoded()).isEqualTo(1);
        assertThat(sample.blocks()).isEqualTo(7);
        assertThat(sample.severalTiers()).isEqualTo(5);
        assertThat(sample.tiers()).containsExactly(Tier.SSD, Tier.HDD);
        assertThat(sample.unknownTypes()).containsExactly("PAPER");
        assertThat(sample.racks()).containsExactly("/r1");
        assertThat(sample.hosts()).containsExactly("n1");
    }

    @Test
    void whatWasNotAnsweredSaysWhy() {
        ClusterFacts facts = printed(
                Fact.of(Kind.REACHED), Fact.of(Kind.FAILED, Question.NODES, "only HDFS' superuser\n\tmay list"));

        assertThat(facts.failure(Question.NODES)).contains("only HDFS' superuser may list");
        assertThat(facts.failure(Question.SAMPLE)).isEmpty();
        assertThat(facts.knowsNodes()).isFalse();
        assertThat(facts.sample()).isEmpty();
    }

    @Test
    void linesOfOthersArePassedOver() {
        String fact = Fact.of(Kind.NODES, 2).line();

        assertThat(ClusterFacts.parse(List.of("log4j:WARN\tno appenders", "", "NODES\t2", fact + "\tmore"))
                        .isEmpty())
                .isTrue();
        assertThat(ClusterFacts.parse(List.of("2026-01-01 INFO", fact)).knowsNodes())
                .isTrue();
    }

    @Test
    void aFactHasTheFieldsOfItsKind() {
        assertThatThrownBy(() -> Fact.of(Kind.NODE, "u1")).hasMessage("NODE: expected 4 fields, got 1");
    }
}
