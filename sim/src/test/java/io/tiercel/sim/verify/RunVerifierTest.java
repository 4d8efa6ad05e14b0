package io.tiercel.sim.verify;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tiercel.cache.LruPolicy;
import io.tiercel.model.Tier;
import io.tiercel.sim.cluster.Cluster;
import io.tiercel.sim.cluster.Device;
import io.tiercel.sim.cluster.Specs;
import io.tiercel.sim.engine.Engine;
import io.tiercel.sim.engine.SharedResource;
import io.tiercel.sim.storage.MemoryRules;
import io.tiercel.sim.storage.Placement.OneTierPlacement;
import io.tiercel.sim.storage.Storage;
import io.tiercel.sim.storage.StoredBlock;
import io.tiercel.sim.verify.RunVerifier.RoundContract;
import java.util.Random;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Each rule is broken once, and found broken. */
final class RunVerifierTest {
    private final Engine engine = new Engine();
    private final RunVerifier verifier = new RunVerifier(Specs.plain(2, 2), engine, new RoundContract(0, false));
    private final SharedResource disk = new SharedResource(engine, "disk", 100, 0);

    private static void assertBroken(ThrowingCallable what, String message) {
        assertThatThrownBy(what).isInstanceOf(BrokenInvariantException.class).hasMessage(message);
    }

    @Test
    void twoTasksInASlot() {
        verifier.jobBegan(0, 2, 0);
        verifier.tasksWait(0, 2);
        verifier.taskStarted(0, 0, 1, 1);
        assertBroken(() -> verifier.taskStarted(0, 1, 1, 1), "at 0 ns: node 1: slot 1 holds two tasks");
    }

    @Test
    void aSlotThatIsNotThere() {
        verifier.jobBegan(0, 1, 0);
        verifier.tasksWait(0, 1);
        assertBroken(() -> verifier.taskStarted(0, 0, 1, 2), "at 0 ns: node 1 has no slot 2");
    }

    @Test
    void aTaskThatRunsTwice() {
        verifier.jobBegan(0, 1, 0);
        verifier.tasksWait(0, 1);
        verifier.taskStarted(0, 0, 0, 0);
        verifier.taskEnded(0, 0, 0, 0);
        assertBroken(
                () -> verifier.taskStarted(0, 0, 0, 0),
                "at 0 ns: job 0: task 0 starts a second time, or is none of its tasks");
    }

    @Test
    void aTaskThatNeverRuns() {
        verifier.jobBegan(0, 2, 0);
        verifier.tasksWait(0, 2);
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
        verifier.jobBegan(0, 6, 0);
        verifier.roundBegins(RunVerifier.ALL_NODES);
        verifier.roundEnds(0);
        verifier.tasksWait(0, 6);
        verifier.roundBegins(RunVerifier.ALL_NODES);
        for (int task = 0; task < 3; task++) {
            verifier.taskStarted(0, task, task / 2, task % 2);
        }
        assertBroken(() -> verifier.roundEnds(0), "at 0 ns: 1 slots are left free while 3 tasks wait");
        verifier.taskStarted(0, 3, 1, 1);
        verifier.roundEnds(0);
    }

    @Test
    void aSlotOfANodeLeftFree() {
        RunVerifier ofNodes = new RunVerifier(Specs.plain(2, 2), engine, new RoundContract(1, true));
        ofNodes.jobBegan(0, 6, 0);
        ofNodes.tasksWait(0, 6);
        ofNodes.roundBegins(1);
        assertBroken(() -> ofNodes.roundEnds(5), "at 0 ns: 1 slots are left free while 1 tasks wait");
        ofNodes.roundEnds(6);
        ofNodes.taskStarted(0, 0, 1, 0);
        ofNodes.roundEnds(0);
    }

    @Test
    void tasksHeldBackByASchedulerThatHoldsNothingBack() {
        verifier.roundBegins(RunVerifier.ALL_NODES);
        assertBroken(
                () -> verifier.roundEnds(2),
                "at 0 ns: 2 tasks are held back, which the scheduler does not say that it does");
        assertBroken(() -> verifier.roundBegins(1), "at 0 ns: a round offers what no round is to offer");
    }

    @Test
    void aTaskThatDidNotWait() {
        verifier.jobBegan(0, 1, 0);
        assertBroken(() -> verifier.taskStarted(0, 0, 0, 0), "at 0 ns: job 0: task 0 starts and did not wait");
    }

    @Test
    void aTaskOnANodeThatIsMissed() {
        verifier.jobBegan(0, 2, 0);
        verifier.tasksWait(0, 2);
        verifier.nodeFailed(1);
        verifier.taskStarted(0, 0, 1, 0);
        assertBroken(
                () -> verifier.taskEnded(0, 0, 1, 0), "at 0 ns: job 0: task 0 ends on node 1, which does not answer");
        verifier.nodeMissed(1);
        assertBroken(
                () -> verifier.taskStarted(0, 1, 1, 1),
                "at 0 ns: node 1: a task gets a slot though the node is missed");
    }

    @Test
    void aReadFromANodeThatDoesNotAnswer() {
        verifier.nodeFailed(1);
        verifier.read(0);
        assertBroken(() -> verifier.read(1), "at 0 ns: a task reads from node 1, which does not answer");
    }

    @Test
    void aNodeThatReturnsWithTasks() {
        verifier.jobBegan(0, 2, 0);
        verifier.tasksWait(0, 2);
        verifier.taskStarted(0, 0, 1, 0);
        verifier.nodeFailed(1);
        verifier.nodeMissed(1);
        assertBroken(() -> verifier.nodeReturned(1), "at 0 ns: node 1 returns with tasks in its slots");
    }

    @Test
    void aLostTaskRunsAgainAndEndsOnce() {
        verifier.jobBegan(0, 1, 1);
        verifier.tasksWait(0, 1);
        verifier.taskStarted(0, 0, 1, 0);
        verifier.taskLost(0, 0, 1, 0);
        assertBroken(
                () -> verifier.outputLost(0, 0), "at 0 ns: job 0: what map 0 left is lost, but it has left nothing");
        verifier.tasksWait(0, 1);
        verifier.taskStarted(0, 0, 0, 0);
        verifier.taskEnded(0, 0, 0, 0);
        verifier.outputLost(0, 0);
        verifier.tasksWait(0, 1);
        assertBroken(
                () -> verifier.taskStarted(0, 1, 0, 0), "at 0 ns: job 0: reduce 1 starts before all maps have ended");
    }

    @Test
    void aJobThatFailsRunsNoMore() {
        verifier.jobBegan(0, 2, 0);
        verifier.tasksWait(0, 2);
        verifier.taskStarted(0, 0, 1, 0);
        assertBroken(() -> verifier.jobFailed(0), "at 0 ns: job 0 fails, and tasks of it are running");
        verifier.taskLost(0, 0, 1, 0);
        verifier.jobFailed(0);
        assertBroken(() -> verifier.taskStarted(0, 1, 0, 0), "at 0 ns: job 0: task 1 starts though the job has failed");
        verifier.runEnded(1);
    }

    @Test
    void bytesByTheBandwidthOfEachMoment() {
        verifier.transfers().begun(disk, 0);
        verifier.transfers().changes(disk, Engine.SECOND);
        disk.changeBandwidth(25);
        verifier.transfers().ended(disk, 3 * Engine.SECOND, 150);
        verifier.transfers().begun(disk, 3 * Engine.SECOND);
        verifier.transfers().changes(disk, 4 * Engine.SECOND);
        disk.changeBandwidth(100);
        assertBroken(
                () -> verifier.transfers().ended(disk, 5 * Engine.SECOND, 150),
                "at 5000000000 ns: disk: carried 150 bytes in a busy period of 2000000000 ns, expected 125");
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
        Cluster cluster = new Cluster(Specs.tiered(1, 1, 1, 100), engine);
        Device memory = cluster.node(0).roomiest(Tier.MEMORY).orElseThrow();
        StoredBlock block = new Storage(
                        engine,
                        cluster,
                        new OneTierPlacement(Tier.HDD, 1),
                        new MemoryRules(new LruPolicy(), false, false, false, false),
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
        verifier.tasksWait(0, 2);
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
