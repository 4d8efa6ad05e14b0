package io.tiercel.bench.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.testkit.SharedCluster;
import java.io.IOException;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A job that Tiercel schedules ends with the right result when a process dies under it. {@link FaultsTable} measures how soon. */
@Order(8)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class FaultsIT {
    @RegisterExtension
    static final SharedCluster<FaultWorld> CLUSTER = SharedCluster.of(FaultWorld.class, "faults", FaultWorld::start);

    @Test
    @Order(1)
    void anExecutorIsKilled() throws IOException {
        check((cluster, conductor) -> {
            conductor.go();
            conductor.awaitLine("ended ", FaultWorld.NODES);
            assertThat(cluster.killExecutor(1)).isPositive();
        });
    }

    /** The executors wait for the NameNode too, so the job cannot end; but its tasks must have been handed out. */
    @Test
    @Order(2)
    void theNameNodeDoesNotAnswer() throws IOException {
        check((cluster, conductor) -> {
            cluster.freezeNameNode();
            try {
                conductor.go();
                conductor.awaitLine("started ", FaultWorld.NODES);
            } finally {
                cluster.thawNameNode();
            }
        });
    }

    /** Last, for it stays dead. */
    @Test
    @Order(3)
    void aDataNodeIsKilled() throws IOException {
        check((cluster, conductor) -> {
            conductor.go();
            conductor.awaitLine("ended ", FaultWorld.NODES);
            cluster.killDataNode(2);
        });
    }

    private static void check(FaultWorld.Fault fault) throws IOException {
        FaultWorld world = CLUSTER.get();
        FaultWorld.Ended ended = world.run(Engine.PLUGIN, fault);
        assertThat(ended.result()).as("data of seed %d", FaultWorld.SEED).isEqualTo(world.expected());
        assertThat(ended.exitCode()).as("%s", ended.log()).isZero();
        assertThat(ended.log())
                .as("the stage was Tiercel's to schedule, and it had no error of its own")
                .containsPattern("stage \\d+ .* under tiercel: \\d+ of \\d+ task attempts read at their best place")
                .doesNotContain("Spark's own way");
    }
}
