package io.tiercel.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

class HadoopSecurityTest {
    private final Configuration conf = new Configuration(false);

    @Test
    void coordinatorsAreNamedByAddressOrByNameservice() {
        conf.set("dfs.ha.namenodes.ns", "a, b");
        conf.set("dfs.namenode.rpc-address.ns.a", "one.example.org:8020");
        conf.set("dfs.namenode.rpc-address.ns.b", "two.example.org:8020");

        assertThat(HadoopSecurity.coordinators(conf, "one:1, two:2"))
                .containsExactly(new Endpoint("one", 1), new Endpoint("two", 2));
        assertThat(HadoopSecurity.coordinators(conf, "hdfs://ns/"))
                .containsExactly(new Endpoint("one.example.org", 7411), new Endpoint("two.example.org", 7411));
        conf.set("tiercel.coordinator.address", "0.0.0.0:99");
        assertThat(HadoopSecurity.coordinators(conf, "hdfs://ns"))
                .extracting(Endpoint::port)
                .containsExactly(99, 99);
    }

    @Test
    void whatIsMissingIsNamed() {
        assertThatThrownBy(() -> HadoopSecurity.coordinators(conf, "hdfs://ns"))
                .hasMessage("coordinator hdfs://ns: expected a nameservice, dfs.ha.namenodes.ns is not set");
        conf.set("dfs.ha.namenodes.ns", "a");
        assertThatThrownBy(() -> HadoopSecurity.coordinators(conf, "hdfs://ns"))
                .hasMessage("coordinator hdfs://ns: dfs.namenode.rpc-address.ns.a is not set");
        for (String wrong : new String[] {"", "host", "host:0", "host:70000", "a:1,", "a b:1"}) {
            assertThatThrownBy(() -> HadoopSecurity.coordinators(conf, wrong))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("coordinator: expected HOST:PORT, got '");
        }
    }
}
