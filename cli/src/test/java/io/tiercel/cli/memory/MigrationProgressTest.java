package io.tiercel.cli.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.cli.memory.PrefetchCommand.MigrationProgress;
import io.tiercel.protocol.HostProgress;
import io.tiercel.protocol.ProgressReply;
import org.junit.jupiter.api.Test;

class MigrationProgressTest {
    private static HostProgress host(String name, long resident, long bound) {
        return HostProgress.newBuilder()
                .setHost(name)
                .setResidentBytes(resident)
                .setBoundBytes(bound)
                .build();
    }

    @Test
    void nodesAreAsFarAsWhatTheyWereGiven() {
        ProgressReply progress = ProgressReply.newBuilder()
                .addHosts(host("n1", 10, 30))
                .addHosts(host("n2", 10, 10))
                .addHosts(host("n3", 0, 0))
                .build();

        assertThat(MigrationProgress.nodes(progress)).isEqualTo("n1 25% n2 50% n3 100%");
        assertThat(MigrationProgress.spread(progress)).isEqualTo("3 nodes 25-100%");
        assertThat(MigrationProgress.spread(ProgressReply.getDefaultInstance())).isEmpty();
    }

    @Test
    void aHundredPercentIsAllOfIt() {
        assertThat(MigrationProgress.percent(999_999, 1_000_000)).isEqualTo(99);
        assertThat(MigrationProgress.percent(1, 1)).isEqualTo(100);
        assertThat(MigrationProgress.percent(0, 0)).isEqualTo(100);
    }
}
