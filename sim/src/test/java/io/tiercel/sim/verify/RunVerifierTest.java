package io.tiercel.sim.verify;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tiercel.cache.LruPolicy;
import io.tiercel.model.Tier;
import io.tiercel.sim.cluster.Cluster;
import io.tiercel.sim.cluster.Device;
import io.tiercel.sim.cluster.MemoryRules;
import io.tiercel.sim.cluster.OneTierPlacement;
import io.tiercel.sim.cluster.Specs;
import io.tiercel.sim.cluster.Storage;
import io.tiercel.sim.cluster.StoredBlock;
import io.tiercel.sim.engine.Engine;
import io.tiercel.sim.engine.SharedResource;
import io.tiercel.sim.engine.TransferListener;
import java.util.Random;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Each rule is broken once, and found broken. */
final class RunVerifierTest {
    private final Engine engine = new Engine();
    private final RunVerifier verifier = new RunVerifier(Specs.plain(2, 2), engine);
    private final SharedResource disk = new SharedResource(engine, "disk", 100, TransferListener.NONE);

    private static void assertBroken(ThrowingCallable what, String message) {
        assertThatThrownBy(what).isInstanceOf(BrokenInvariantException.class).hasMessage(message);
    }

    @Test
    void twoTasksInASlot() {
        verifier.jobBegan(0, 2, 0);
        verifier.taskStarted(0, 0, 1, 1);
        assertBroken(() -> verifier.taskStarted(0, 1, 1, 1), "at 0 ns: node 1: slot 1 holds two tasks");
    }

    @Test
    void aSlotThatIsNotThere() {
        verifier.jobBegan(0, 1, 0);
        assertBroken(() -> verifier.taskStarted(0, 0, 1, 2), "at 0 ns: node 1 has no slot 2");
    }

    @Test
    void aTaskThatRunsTwice() {
        verifier.jobBegan(0, 1, 0);
        verifier.taskStarted(0, 0, 0, 0);
        verifier.taskEnded(0, 0, 0, 0);
        assertBroken(
                () -> verifier.taskStarted(0, 0, 0, 0),
                "at 0 ns: job 0: task 0 starts a second time, or is none of its tasks");
    }

    @Test
    void aTaskThatNeverRuns() {
        verifier.jobBegan(0, 2, 0);
        verifier.taskStarted(0, 0, 0, 0);
        verifier.taskEnded(0, 0, 0, 0);
        assertBroken(() -> verifier.runEnded(1), "at 0 ns: job 0: 1 of 2 tasks have run");
    }

    @Test
    void aJobThatNeverBegins() {
        assertBroken(() -> verifier.runEnded(1), "at 0 ns: 0 jobs have begun, expected 1");
    }

    @Test
    void aSlotLeftFree() {
        verifier.roundEnded(0, 3);
        verifier.roundEnded(3, 0);
        assertBroken(() -> verifier.roundEnded(1, 2), "at 0 ns: 1 slots are left free while 2 tasks wait");
    }

    @Test
    void moreBytesThanTheBandwidthAllows() {
        verifier.transfers().begun(disk, 0);
        verifier.transfers().begun(disk, Engine.SECOND);
        verifier.transfers().ended(disk, 2 * Engine.SECOND, 150);
        assertBroken(
                () -> verifier.transfers().ended(disk, 3 * Engine.SECOND, 155),
                "at 3000000000 ns: disk: carried 305 bytes in a busy period of 3000000000 ns, expected 300");
    }

    @Test
    void fewerBytesThanTheBandwidthAllows() {
        verifier.transfers().begun(disk, 0);
        assertBroken(
                () -> verifier.transfers().ended(disk, Engine.SECOND, 95),
                "at 1000000000 ns: disk: carried 95 bytes in a busy period of 1000000000 ns, expected 100");
    }

    @Test
    void aTransferWithoutEnd() {
        verifier.transfers().begun(disk, 0);
        assertBroken(() -> verifier.runEnded(0), "at 0 ns: disk: 1 transfers have not ended");
    }

    @Test
    void moreInMemoryThanItHolds() {
        Cluster cluster = new Cluster(Specs.tiered(1, 1, 1, 100), engine, TransferListener.NONE);
        Device memory = cluster.node(0).roomiest(Tier.MEMORY).orElseThrow();
        StoredBlock block = new Storage(
                        engine,
                        cluster,
                        new OneTierPlacement(Tier.HDD, 1),
                        MemoryRules.evicting(new LruPolicy()),
                        new Random(1),
                        verifier.storage())
                .place(60 * Specs.MB);
        verifier.storage().stored(0, memory, block);
        assertBroken(
                () -> verifier.storage().stored(0, memory, block),
                "at 0 ns: node 0 MEMORY 0: holds 120000000 bytes, has room for 100000000");
    }

    @Test
    void aReduceBeforeTheLastMap() {
        verifier.jobBegan(0, 1, 1);
        verifier.taskStarted(0, 0, 0, 0);
        assertBroken(
                () -> verifier.taskStarted(0, 1, 1, 0), "at 0 ns: job 0: reduce 1 starts before all maps have ended");
    }

    @Test
    void anAgentAboveItsBudget() {
        verifier.budget(100);
        verifier.pinned(1, 60);
        assertBroken(() -> verifier.pinned(1, 60), "at 0 ns: node 1: its agent holds 120 bytes, may hold 100");
    }

    @Test
    void anAgentThatLetsGoMoreThanItHolds() {
        assertBroken(() -> verifier.unpinned(1, 60), "at 0 ns: node 1: its agent lets go more than it holds");
    }

    @Test
    void memoryThatIsNeverGivenBack() {
        verifier.budget(100);
        verifier.pinned(1, 60);
        assertBroken(() -> verifier.runEnded(0), "at 0 ns: node 1: its agent still holds 60 bytes");
    }
}
