package org.apache.tez.dag.app.rm;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.record.ReadPlace;
import org.apache.hadoop.yarn.api.records.Resource;
import org.junit.jupiter.api.Test;

/** Tez' own scheduler does what the planner leaves. */
final class TiercelTaskSchedulerTest {
    private final FakePlanner planner = new FakePlanner();

    @Test
    void newContainersGoToTheTasksThatThePlannerSays() throws Exception {
        planner.put("t0", "n2").put("t1", "n1");
        try (var tez = new SchedulerHarness(planner)) {
            tez.request("t0", "n1");
            tez.request("t1", "n1");
            tez.request("t2", "n3");
            tez.heartbeat(tez.container("n1"), tez.container("n2"), tez.container("n3"));

            assertThat(planner.questions).startsWith("[n1, n2, n3] [t0, t1, t2]");
            assertThat(tez.allocated).containsExactlyInAnyOrder("t0@n2", "t1@n1", "t2@n3");
            assertThat(tez.released).isEmpty();
        }
        assertThat(planner.told).containsExactly("requested t0", "requested t1", "requested t2", "closed");
    }

    @Test
    void aContainerIsUsedAgainForTheTaskThatThePlannerSays() throws Exception {
        planner.put("t0", "n1").put("t2", "n1");
        try (var tez = new SchedulerHarness(planner)) {
            tez.request("t0", "n1");
            tez.heartbeat(tez.container("n1"));
            tez.request("t1", "n1");
            // Its request does not name the host, but a copy of what it reads is there.
            tez.request("t2", "n9");
            tez.succeed("t0");

            assertThat(planner.questions).endsWith("[n1] [t1, t2]");
            assertThat(tez.allocated).containsExactly("t0@n1", "t2@n1");
            assertThat(planner.told).contains("succeeded t0");
            tez.fail("t1");
            assertThat(planner.told).contains("failed t1").doesNotContain("succeeded t1");
        }
    }

    @Test
    void aTaskWithoutInputOnTheNodeIsLeftToTez() throws Exception {
        planner.put("t0", "n1").put("t1", "n1");
        try (var tez = new SchedulerHarness(planner)) {
            tez.request("t0", "n1");
            tez.heartbeat(tez.container("n1"));
            tez.request("t1", "n9");
            planner.reads = ReadPlace.RACK;
            tez.succeed("t0");

            assertThat(tez.allocated).containsExactly("t0@n1");
        }
    }

    @Test
    void tasksThatAreNotKnownAreLeftToTez() throws Exception {
        planner.put("t0", "n2");
        planner.unknown.add("t0");
        try (var tez = new SchedulerHarness(planner)) {
            tez.request("t0", "n1");
            tez.heartbeat(tez.container("n1"));

            assertThat(planner.questions).isEmpty();
            assertThat(tez.allocated).containsExactly("t0@n1");
        }
    }

    @Test
    void containersOnBlacklistedNodesAndTooSmallOnesAreLeftToTez() throws Exception {
        planner.put("t0", "n1").put("t1", "n2");
        try (var tez = new SchedulerHarness(planner)) {
            tez.request("t0", "n1");
            tez.request("t1", "n2");
            tez.scheduler.blacklistNode(SchedulerHarness.node("n1"));
            tez.heartbeat(tez.container("n2", Resource.newInstance(512, 1)));
            assertThat(tez.allocated).isEmpty();

            tez.heartbeat(tez.container("n1"), tez.container("n2"));
            assertThat(planner.questions).startsWith("[n2] [t0, t1]");
            assertThat(tez.allocated).containsExactly("t1@n2");
            tez.scheduler.unblacklistNode(SchedulerHarness.node("n1"));
            tez.heartbeat(tez.container("n1"));
            assertThat(tez.allocated).containsExactly("t1@n2", "t0@n1");
        }
    }

    @Test
    void tezDecidesOnceThePlannerHasFailed() throws Exception {
        planner.put("t0", "n2").put("t1", "n1").fails = true;
        try (var tez = new SchedulerHarness(planner)) {
            tez.request("t0", "n1");
            tez.request("t1", "n2");
            tez.heartbeat(tez.container("n1"), tez.container("n2"));
            planner.fails = false;
            tez.request("t2", "n1");
            tez.heartbeat(tez.container("n1"));

            assertThat(planner.questions).hasSize(1);
            assertThat(tez.allocated).containsExactly("t0@n1", "t1@n2", "t2@n1");
            planner.awaitClosed(); // What the DAG refers to is given back, though the session goes on.
        }
    }

    @Test
    void thePlannerIsAskedForInputThatWaitsAtEachHeartbeat() throws Exception {
        try (var tez = new SchedulerHarness(planner)) {
            tez.request("t0", "n1");
            tez.scheduler.getProgress();
            assertThat(planner.questions).isEmpty();

            planner.asks = true;
            tez.scheduler.getProgress();
            assertThat(planner.questions).containsExactly("[] [t0]");
        }
    }
}
