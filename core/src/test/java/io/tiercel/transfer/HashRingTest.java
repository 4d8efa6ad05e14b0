package io.tiercel.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class HashRingTest {
    @Test
    void withoutHostsThereIsNone() {
        assertThat(HashRing.of(List.of()).host("s3a://b/f")).isEmpty();
        assertThat(HashRing.of(List.of()).hosts()).isEmpty();
    }

    @Test
    void oneHostHasEverything() {
        HashRing ring = HashRing.of(List.of("node1"));
        assertThat(ring.host("")).contains("node1");
        assertThat(ring.host("s3a://b/f")).contains("node1");
    }

    @Test
    void namesAreComparedInLowerCase() {
        HashRing ring = HashRing.of(List.of("Node1.Example", "NODE2", "node2"));
        assertThat(ring.hosts()).containsExactly("node1.example", "node2");
        HashRing lower = HashRing.of(List.of("node2", "node1.example"));
        for (int key = 0; key < 1000; key++) {
            assertThat(ring.host("f" + key)).isEqualTo(lower.host("f" + key));
        }
    }

    /** Programs of other versions must name the same hosts, or each would fill other caches. */
    @Test
    void aKeyKeepsItsHostFromVersionToVersion() {
        HashRing ring = HashRing.of(List.of("node1", "node2", "node3", "node4"));
        assertThat(List.of(
                        "a",
                        "s3a://bucket/table/part-0#0",
                        "s3a://bucket/table/part-0#1",
                        "s3a://bucket/table/part-1#0"))
                .extracting(key -> ring.host(key).orElseThrow())
                .containsExactly("node4", "node2", "node2", "node3");
    }
}
