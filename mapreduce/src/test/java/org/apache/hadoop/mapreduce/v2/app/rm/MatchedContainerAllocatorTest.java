package org.apache.hadoop.mapreduce.v2.app.rm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.client.api.NMTokenCache;
import org.junit.jupiter.api.Test;

/** Hadoop's own allocator does what the planner leaves, and keeps its accounts. */
final class MatchedContainerAllocatorTest {
    private final FakePlanner planner = new FakePlanner();

    @Test
    void mapsGetTheContainersThatThePlannerSays() throws Exception {
        planner.put(0, "r1-2").put(1, "r1-1").put(2, "r2-1");
        try (var job = new AllocatorHarness(4, planner, Map.of(), true)) {
            job.request(0, "r1-1");
            job.request(1, "r1-1");
            job.request(2, "r1-1");
            job.request(3, "r1-9");
            job.heartbeat();
            assertThat(job.lastAsks()).containsEntry("r1-1", 3).containsEntry("*", 4);
            assertThat(planner.wishes).containsExactly("20 [0, 1, 2, 3]");

            job.heartbeat(job.container("r1-1"), job.container("r1-2"), job.container("r2-1"));

            assertThat(planner.questions).containsExactly("[] [0, 1, 2, 3] all", "[r1-1, r1-2, r2-1] [0, 1, 2, 3] all");
            assertThat(job.assigned()).containsExactly("m0_0@r1-2", "m1_0@r1-1", "m2_0@r2-1");
            assertThat(job.counters())
                    .isEqualTo(Map.of(
                            "DATA_LOCAL_MAPS", 1L, "RACK_LOCAL_MAPS", 1L, "OTHER_LOCAL_MAPS", 1L, "MAPS_SSD", 3L));

            job.heartbeat();
            assertThat(planner.wishes).endsWith("20 [3]");
            assertThat(job.lastAsks()).containsEntry("r1-1", 0).containsEntry("*", 1);
            assertThat(job.lastReleases()).isEmpty();
        }
        assertThat(planner.closed).isTrue();
    }

    @Test
    void thereIsNoRoundWithoutContainersUnlessThePlannerAsks() throws Exception {
        planner.hasUnrequestedInput = false;
        try (var job = new AllocatorHarness(1, planner)) {
            job.heartbeat();
            job.request(0, "r1-1");
            job.heartbeat();
            job.heartbeat(job.container("r1-1", RMContainerAllocator.PRIORITY_MAP, Resource.newInstance(256, 1)));
            assertThat(planner.questions).isEmpty();

            job.heartbeat(job.container("r1-1"));
            assertThat(planner.questions).containsExactly("[r1-1] [0] all");
        }
    }

    @Test
    void launchersHaveANodesTokenBeforeTheirContainer() throws Exception {
        planner.put(0, "r7-1");
        try (var job = new AllocatorHarness(1, planner)) {
            job.request(0, "r7-1");
            job.resourceManager.answer(List.of(job.container("r7-1")), List.of());
            job.allocator.makeRemoteRequest();

            assertThat(NMTokenCache.getNMToken("r7-1:1")).isNotNull();
            assertThat(job.assigned()).containsExactly("m0_0@r7-1");
        }
    }

    @Test
    void containersThatThePlannerLeavesAreAssignedByHadoop() throws Exception {
        planner.put(1, "r1-1");
        try (var job = new AllocatorHarness(3, planner)) {
            job.request(0, "r1-1");
            job.request(1, "r1-1");
            job.request(2, "r1-2");
            job.heartbeat(job.container("r1-1"), job.container("r1-2"));

            assertThat(job.assigned()).containsExactly("m1_0@r1-1", "m2_0@r1-2");
            assertThat(job.counters()).isEqualTo(Map.of("DATA_LOCAL_MAPS", 2L));
        }
    }

    @Test
    void failedMapsReducersAndOpportunisticMapsAreLeftToHadoop() throws Exception {
        try (var job = new AllocatorHarness(3, planner)) {
            job.request(0, "r1-1");
            job.requestAfterFailure(job.attempt(1, 1));
            job.requestReduce(0);
            job.heartbeat(
                    job.container("r1-2", RMContainerAllocator.PRIORITY_FAST_FAIL_MAP),
                    job.container("r1-3", RMContainerAllocator.PRIORITY_OPPORTUNISTIC_MAP));

            assertThat(planner.questions).containsExactly("[] [0] all");
            assertThat(job.assigned()).containsExactly("m1_1@r1-2", "m0_0@r1-3");
        }
    }

    @Test
    void mapsThatHadoopRunsOpportunisticallyAreNotThePlanners() throws Exception {
        try (var job = new AllocatorHarness(1, planner, Map.of(MRJobConfig.MR_NUM_OPPORTUNISTIC_MAPS_PERCENT, "100"))) {
            job.request(0, "r1-1");
            job.heartbeat();

            assertThat(planner.questions).containsExactly("[] [] all");
        }
    }

    @Test
    void aSecondAttemptOfARunningMapIsLeftToHadoop() throws Exception {
        planner.put(0, "r1-1");
        try (var job = new AllocatorHarness(2, planner)) {
            job.request(0, "r1-1");
            job.heartbeat(job.container("r1-1"));
            job.request(job.attempt(0, 1), "r1-1");
            job.request(1, "r1-2");
            job.heartbeat(job.container("r1-2"));

            assertThat(planner.questions).containsExactly("[r1-1] [0] all", "[r1-2] [1] all");
            assertThat(planner.wishes).contains("20 [1]").doesNotContain("20 [0, 1]");
        }
    }

    @Test
    void containersOnBlacklistedNodesAndTooSmallOnesAreLeftToHadoop() throws Exception {
        planner.put(0, "r1-1");
        try (var job = new AllocatorHarness(
                1,
                planner,
                Map.of(
                        MRJobConfig.MAX_TASK_FAILURES_PER_TRACKER, "1",
                        MRJobConfig.MR_AM_IGNORE_BLACKLISTING_BLACKLISTED_NODE_PERECENT, "-1"))) {
            job.request(0, "r1-1");
            job.allocator.containerFailedOnHost("r1-1");
            Container blacklisted = job.container("r1-1");
            Container small = job.container("r1-2", RMContainerAllocator.PRIORITY_MAP, Resource.newInstance(256, 1));
            job.heartbeat(blacklisted, small);

            assertThat(planner.questions).containsExactly("[] [0] all");
            assertThat(job.assigned()).isEmpty();
            job.heartbeat();
            assertThat(job.lastReleases()).containsExactly(blacklisted.getId(), small.getId());
        }
    }

    @Test
    void theLimitOfRunningMapsHolds() throws Exception {
        planner.put(0, "r1-1").put(1, "r1-1").put(2, "r1-1").put(3, "r1-1").put(4, "r1-1");
        try (var job = new AllocatorHarness(5, planner, AllocatorHarness.runningMapLimit(2))) {
            for (int map = 0; map < 5; map++) {
                job.request(map, "r1-1");
            }
            Container first = job.container("r1-1");
            job.heartbeat(first, job.container("r1-1"), job.container("r1-1"));
            assertThat(planner.questions).endsWith("[r1-1, r1-1, r1-1] [0, 1, 2, 3, 4] 2");
            assertThat(job.assigned()).containsExactly("m0_0@r1-1", "m1_0@r1-1");

            // One has ended by the same answer that brings the next.
            job.heartbeat(List.of(job.container("r1-1")), List.of(AllocatorHarness.ended(first)));
            assertThat(planner.questions).endsWith("[r1-1] [2, 3, 4] 1");
            assertThat(job.assigned()).containsExactly("m0_0@r1-1", "m1_0@r1-1", "m2_0@r1-1");

            job.heartbeat(job.container("r1-1"));
            assertThat(planner.questions).endsWith("[r1-1] [3, 4] 0");
            assertThat(job.assigned()).hasSize(3);
        }
    }

    @Test
    void mapsThatHaveFailedComeFirstWithinTheLimit() throws Exception {
        planner.put(0, "r1-1");
        try (var job = new AllocatorHarness(3, planner, AllocatorHarness.runningMapLimit(1))) {
            job.request(0, "r1-1");
            job.requestAfterFailure(job.attempt(1, 1));
            job.heartbeat(job.container("r1-1"), job.container("r1-2", RMContainerAllocator.PRIORITY_FAST_FAIL_MAP));

            assertThat(job.assigned()).containsExactly("m1_1@r1-2");
        }
    }

    @Test
    void hadoopAssignsAllFurtherMapsOnceThePlannerHasFailed() throws Exception {
        planner.put(0, "r1-2").fails = true;
        try (var job = new AllocatorHarness(2, planner)) {
            job.request(0, "r1-1");
            job.request(1, "r1-1");
            job.heartbeat(job.container("r1-1"));
            job.heartbeat(job.container("r1-2"));

            assertThat(planner.questions).hasSize(1);
            assertThat(job.assigned()).containsExactly("m0_0@r1-1", "m1_0@r1-2");
            assertThat(job.counters()).isEqualTo(Map.of("DATA_LOCAL_MAPS", 1L, "RACK_LOCAL_MAPS", 1L));
        }
    }

    /** The cluster's room stays the same, and no map has ended: nothing but the container makes Hadoop look again. */
    @Test
    void reducersAreAskedForOnceAllMapsHaveContainers() throws Exception {
        planner.put(0, "r1-1");
        try (var job = new AllocatorHarness(1, planner, Map.of(MRJobConfig.COMPLETED_MAPS_FOR_REDUCE_SLOWSTART, "0"))) {
            job.request(0, "r1-1");
            job.requestReduce(0);
            job.resourceManager.room = AllocatorHarness.SIZE;
            job.heartbeat();
            assertThat(job.allocator.getNumOfPendingReduces()).isEqualTo(1);

            job.heartbeat(job.container("r1-1"));
            assertThat(job.assigned()).containsExactly("m0_0@r1-1");
            assertThat(job.allocator.getNumOfPendingReduces()).isZero();
        }
    }

    @Test
    void aMapWhoseAssignmentFailsWaitsForAnotherContainer() throws Exception {
        planner.put(0, "r1-1").put(1, "r1-2");
        try (var job = new AllocatorHarness(3, planner)) {
            job.request(0, "r1-1");
            job.request(1, "r1-2");
            job.request(2, "r1-3");
            job.heartbeat();
            job.refused = job.attempt(1, 0);
            Container lost = job.container("r1-2");
            job.heartbeat(job.container("r1-1"), lost, job.container("r1-3"));
            assertThat(job.assigned()).containsExactly("m0_0@r1-1", "m2_0@r1-3");

            job.heartbeat();
            assertThat(job.lastAsks()).containsEntry("r1-2", 1).containsEntry("*", 1);
            assertThat(job.lastReleases()).containsExactly(lost.getId());
            job.heartbeat(job.container("r1-2"));
            assertThat(job.assigned()).endsWith("m1_0@r1-2");
        }
    }

    @Test
    void mapsCountAsFinishedWhenTheyHaveSucceeded() throws Exception {
        planner.put(0, "r1-1").put(1, "r1-2");
        try (var job = new AllocatorHarness(2, planner)) {
            Container one = job.container("r1-1");
            Container other = job.container("r1-2");
            job.request(0, "r1-1");
            job.request(1, "r1-2");
            job.heartbeat(one, other);
            job.succeeded.add(job.map(1));
            job.heartbeat(List.of(), List.of(AllocatorHarness.ended(one), AllocatorHarness.ended(other)));
            assertThat(planner.finished).containsExactly(1);
            assertThat(planner.stopped)
                    .as("or its end would teach the plan nothing")
                    .containsExactly(0);

            job.succeeded.add(job.map(0));
            job.heartbeat();
            assertThat(planner.finished).containsExactly(1, 0);
        }
    }

    /** Hadoop forgets such a container at once, so nobody knows whose it was when it ends. */
    @Test
    void aMapWhoseContainerCannotBeLaunchedHasStopped() throws Exception {
        planner.put(0, "r1-1");
        try (var job = new AllocatorHarness(1, planner)) {
            job.request(0, "r1-1");
            job.heartbeat(job.container("r1-1"));
            job.heartbeat();
            assertThat(planner.stopped).isEmpty();

            job.allocator.handleEvent(
                    new ContainerAllocatorEvent(job.attempt(0, 0), ContainerAllocator.EventType.CONTAINER_DEALLOCATE));
            job.heartbeat();
            job.heartbeat();
            assertThat(planner.stopped).containsExactly(0);
        }
    }

    @Test
    void aMapHasStoppedWhenItsLastAttemptHasEnded() throws Exception {
        planner.put(0, "r1-1");
        try (var job = new AllocatorHarness(1, planner)) {
            Container first = job.container("r1-1");
            job.request(0, "r1-1");
            job.heartbeat(first);
            job.request(job.attempt(0, 1), "r1-2");
            Container second = job.container("r1-2");
            job.heartbeat(second);
            assertThat(job.assigned()).containsExactly("m0_0@r1-1", "m0_1@r1-2");

            job.heartbeat(List.of(), List.of(AllocatorHarness.ended(second)));
            assertThat(planner.stopped).isEmpty();
            job.heartbeat(List.of(), List.of(AllocatorHarness.ended(first)));
            assertThat(planner.stopped).containsExactly(0);
            assertThat(planner.finished).isEmpty();
        }
    }
}
