package io.tiercel.cli;

import io.tiercel.security.ChannelSecurity;
import io.tiercel.testkit.ClusterBuilder;
import io.tiercel.testkit.TieredCluster;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Tag;

/** With simple authentication. */
@Tag("slow")
final class FailoverIT extends FailoverScenario {
    @Override
    ClusterBuilder builder() {
        return TieredCluster.builder().nodes(NODES);
    }

    @Override
    ChannelSecurity security(Configuration conf) {
        return ChannelSecurity.named("alice");
    }
}
