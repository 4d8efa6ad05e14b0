package io.tiercel.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tiercel.transfer.Transfer.NodeChoice;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Small examples, worked by hand. */
final class TransferSchedulerTest {
    private static final int ANY = TransferScheduler.ANY_NODE;
    private static final long MB = 1_000_000;
    private static final long BLOCK = 64 * MB;
    private static final int SOURCE = 0;

    private static TransferScheduler scheduler(TransferPolicy policy, long bound) {
        TransferScheduler scheduler = new TransferScheduler(new TransferSettings(policy, 10 * MB, 3, 1));
        scheduler.addSource(SOURCE, new SourceBandwidth(bound), IsolationQuanta.ALWAYS);
        return scheduler;
    }

    private static TransferScheduler roomy(TransferPolicy policy, long bound) {
        TransferScheduler scheduler = scheduler(policy, bound);
        scheduler.addNode(0, 1000 * BLOCK);
        return scheduler;
    }

    private static void want(TransferScheduler scheduler, long job, long... blocks) {
        for (long block : blocks) {
            scheduler.want(job, block, BLOCK, SOURCE, ANY);
        }
    }

    private static List<Long> blocks(List<Transfer> transfers) {
        return transfers.stream().map(Transfer::block).toList();
    }

    private static Transfer only(List<Transfer> transfers) {
        assertThat(transfers).hasSize(1);
        return transfers.get(0);
    }

    @Test
    void fifoGoesByPriorityThenArrivalThenNumber() {
        TransferScheduler scheduler = roomy(TransferPolicy.FIFO, 1000 * MB);
        scheduler.add(4, 2, 0);
        scheduler.add(3, 1, 0);
        scheduler.add(2, 1, 0);
        scheduler.add(1, 9, 5);
        want(scheduler, 4, 40, 41);
        want(scheduler, 3, 30);
        want(scheduler, 2, 20, 21);
        want(scheduler, 1, 10);
        assertThat(blocks(scheduler.next(0))).containsExactly(10L, 20L, 21L, 30L, 40L, 41L);
    }

    @Test
    void fairServesJobsInTurnBecauseBlocksOnTheirWayCount() {
        TransferScheduler scheduler = roomy(TransferPolicy.FAIR, 1000 * MB);
        scheduler.add(1, 1, 0);
        scheduler.add(2, 2, 9);
        want(scheduler, 1, 10, 11, 12);
        want(scheduler, 2, 20, 21);
        assertThat(blocks(scheduler.next(0))).containsExactly(10L, 20L, 11L, 21L, 12L);
    }

    @Test
    void fairPrefersTheJobThatHasAnalysedItsBlocks() {
        TransferScheduler scheduler = roomy(TransferPolicy.FAIR, 20 * MB);
        scheduler.add(1, 1, 0);
        scheduler.add(2, 2, 0);
        want(scheduler, 1, 10, 11);
        want(scheduler, 2, 20, 21);
        List<Transfer> first = scheduler.next(0);
        assertThat(blocks(first)).containsExactly(10L, 20L);
        first.forEach(transfer -> scheduler.completed(transfer, 1));
        scheduler.finishedTask(2, 20);
        assertThat(blocks(scheduler.next(1)))
                .as("job 1 has a block to analyse, job 2 none")
                .containsExactly(21L, 11L);
    }

    @Test
    void withinAJobTheBlockThatMostTasksOfAllJobsWantComesFirst() {
        TransferScheduler scheduler = roomy(TransferPolicy.FIFO, 1000 * MB);
        scheduler.add(1, 1, 0);
        scheduler.add(2, 2, 0);
        want(scheduler, 1, 10, 11, 12, 13);
        want(scheduler, 1, 13);
        want(scheduler, 2, 12, 12);
        List<Transfer> started = scheduler.next(0);
        assertThat(blocks(started)).as("ties in the order of adding").containsExactly(12L, 13L, 10L, 11L);
        assertThat(started.get(0).reason())
                .isEqualTo(new Transfer.Reason(TransferPolicy.FIFO, 1, 3, NodeChoice.LEAST_LOADED));
        assertThat(started.get(0).explanation())
                .isEqualTo(
                        "Job 1 was first by FIFO, tasks that want block 12: 3, node 0: it has room and the least load.");
    }

    @Test
    void demandThatFallsCountsAsWell() {
        TransferScheduler scheduler = roomy(TransferPolicy.FIFO, 10 * MB);
        scheduler.add(1, 1, 0);
        want(scheduler, 1, 10, 11, 12, 12, 13, 13);
        Transfer first = only(scheduler.next(0));
        assertThat(first.block()).isEqualTo(12);
        scheduler.finishedTask(1, 13);
        scheduler.completed(first, 1);
        assertThat(only(scheduler.next(1)).block()).isEqualTo(10);
    }

    @Test
    void oneTransferServesAllJobs() {
        TransferScheduler scheduler = roomy(TransferPolicy.FAIR, 1000 * MB);
        for (int job = 0; job < 5; job++) {
            scheduler.add(job, job, 0);
            want(scheduler, job, 7);
        }
        Transfer transfer = only(scheduler.next(0));
        assertThat(transfer.reason().demand()).isEqualTo(5);
        scheduler.completed(transfer, 1);
        assertThat(scheduler.nodeOf(7)).isZero();
        scheduler.add(9, 9, 0);
        want(scheduler, 9, 7);
        assertThat(scheduler.next(1)).as("cached").isEmpty();
    }

    @Test
    void thePlannedNodeIsTakenIfItHasRoom() {
        TransferScheduler scheduler = scheduler(TransferPolicy.FIFO, 1000 * MB);
        scheduler.addNode(0, 5 * BLOCK);
        scheduler.addNode(1, BLOCK);
        scheduler.add(1, 1, 0);
        scheduler.want(1, 10, BLOCK, SOURCE, 1);
        scheduler.want(1, 11, BLOCK, SOURCE, 1);
        scheduler.want(1, 12, BLOCK, SOURCE, 6);
        List<Transfer> started = scheduler.next(0);
        assertThat(started).extracting(Transfer::node).containsExactly(1, 0, 0);
        assertThat(started)
                .extracting(transfer -> transfer.reason().choice())
                .containsExactly(NodeChoice.PLANNED, NodeChoice.PLANNED_WITHOUT_ROOM, NodeChoice.PLANNED_WITHOUT_ROOM);
        assertThat(scheduler.room(1)).isZero();
    }

    @Test
    void aPlanCanChange() {
        TransferScheduler scheduler = scheduler(TransferPolicy.FIFO, 1000 * MB);
        IntStream.range(0, 3).forEach(node -> scheduler.addNode(node, BLOCK));
        scheduler.add(1, 1, 0);
        scheduler.want(1, 10, BLOCK, SOURCE, 0);
        scheduler.plan(1, 10, 2);
        assertThat(only(scheduler.next(0)).node()).isEqualTo(2);
    }

    @Test
    void withoutAPlanTheLeastLoadedNodeIsTaken() {
        TransferScheduler scheduler = scheduler(TransferPolicy.FIFO, 1000 * MB);
        scheduler.addNode(0, 10 * BLOCK);
        scheduler.addNode(1, 20 * BLOCK);
        scheduler.addNode(2, 20 * BLOCK);
        scheduler.addNode(3, BLOCK - 1);
        scheduler.add(1, 1, 0);
        want(scheduler, 1, 10, 11, 12, 13);
        // Loads in blocks: 1/10, 1/20, 1/20; then 1/10, 2/19, 1/20; then 1/10, 2/19, 2/19; then 2/9, 2/19, 2/19.
        assertThat(scheduler.next(0)).extracting(Transfer::node).containsExactly(1, 2, 0, 1);
    }

    @Test
    void blocksWithoutRoomArePassedOver() {
        TransferScheduler scheduler = scheduler(TransferPolicy.FIFO, 1000 * MB);
        scheduler.addNode(0, 10);
        scheduler.add(1, 1, 0);
        scheduler.add(2, 2, 0);
        scheduler.want(1, 10, 11, SOURCE, ANY);
        scheduler.want(2, 20, 4, SOURCE, ANY);
        scheduler.want(2, 21, 8, SOURCE, ANY);
        assertThat(blocks(scheduler.next(0))).containsExactly(20L);
        scheduler.evicted(20);
        scheduler.freed(0, 5);
        assertThat(blocks(scheduler.next(0))).containsExactly(10L);
    }

    @Test
    void aBoundIsNeverExceededAndTheLastTransferTakesTheRest() {
        TransferScheduler scheduler = roomy(TransferPolicy.FIFO, 100 * MB);
        scheduler.add(1, 1, 0, 40 * MB);
        scheduler.add(2, 2, 0, 1 * MB);
        want(scheduler, 1, 10, 11, 12, 13);
        want(scheduler, 2, 20);
        List<Transfer> started = scheduler.next(0);
        assertThat(started).extracting(Transfer::rate).containsExactly(40 * MB, 40 * MB, 20 * MB);
        assertThat(scheduler.underWay(SOURCE)).isEqualTo(100 * MB);
        scheduler.completed(started.get(2), 1);
        assertThat(only(scheduler.next(1)).rate()).isEqualTo(20 * MB);
    }

    @Test
    void aJobIsNotOvertakenForWantOfBandwidth() {
        TransferScheduler scheduler = roomy(TransferPolicy.FIFO, 89 * MB);
        scheduler.add(1, 1, 0, 40 * MB);
        scheduler.add(2, 2, 0, 1 * MB);
        want(scheduler, 1, 10, 11, 12);
        want(scheduler, 2, 20);
        assertThat(blocks(scheduler.next(0)))
                .as("9 MB/s are left, job 1 needs 10")
                .containsExactly(10L, 11L);
    }

    @Test
    void aRateAboveTheBoundCountsAsTheBound() {
        TransferScheduler scheduler = roomy(TransferPolicy.FIFO, 5 * MB);
        scheduler.add(1, 1, 0, 400 * MB);
        want(scheduler, 1, 10, 11);
        assertThat(only(scheduler.next(0)).rate()).isEqualTo(5 * MB);
    }

    @Test
    void sourcesHaveTheirOwnBandwidth() {
        TransferScheduler scheduler = roomy(TransferPolicy.FIFO, 10 * MB);
        scheduler.addSource(1, new SourceBandwidth(10 * MB), IsolationQuanta.ALWAYS);
        scheduler.add(1, 1, 0);
        scheduler.want(1, 10, BLOCK, 0, ANY);
        scheduler.want(1, 11, BLOCK, 0, ANY);
        scheduler.want(1, 12, BLOCK, 1, ANY);
        assertThat(blocks(scheduler.next(0))).containsExactly(10L, 12L);
    }

    @Test
    void ratesAreDeclaredOrLearnedOrDefault() {
        TransferScheduler scheduler = roomy(TransferPolicy.FIFO, 1000 * MB);
        scheduler.add(1, 1, 0, 7 * MB);
        scheduler.add(2, 2, 0);
        scheduler.reportRate(1, 99 * MB);
        assertThat(scheduler.rate(1)).isEqualTo(7 * MB);
        assertThat(scheduler.rate(2)).isEqualTo(10 * MB);
        scheduler.reportRate(2, 20 * MB);
        assertThat(scheduler.rate(2)).isEqualTo(20 * MB);
        scheduler.reportRate(2, 40 * MB);
        scheduler.reportRate(2, 30 * MB);
        scheduler.reportRate(2, 50 * MB);
        scheduler.reportRate(2, 900 * MB);
        assertThat(scheduler.rate(2)).as("the mean of the first four").isEqualTo(35 * MB);
    }

    @Test
    void aFailedBlockIsTriedAgainLaterAndThenGivenUp() {
        TransferScheduler scheduler = roomy(TransferPolicy.FIFO, 1000 * MB);
        scheduler.add(1, 1, 0);
        want(scheduler, 1, 10);
        scheduler.failed(only(scheduler.next(0)), "reset", 5);
        assertThat(scheduler.room(0)).isEqualTo(1000 * BLOCK);
        assertThat(scheduler.next(5.9)).isEmpty();
        assertThat(scheduler.nextStart(5.9)).isEqualTo(6);
        Transfer second = only(scheduler.next(6));
        assertThat(second.attempt()).isEqualTo(2);
        scheduler.failed(second, "reset", 10);
        assertThat(scheduler.nextStart(10)).isEqualTo(12);
        scheduler.failed(only(scheduler.next(12)), "not found", 13);
        assertThat(scheduler.nextStart(13)).isInfinite();
        assertThat(scheduler.givenUp())
                .containsOnly(java.util.Map.entry(10L, "3 attempts failed, the last: not found"));
        want(scheduler, 1, 10);
        assertThat(scheduler.next(100)).as("the same job").isEmpty();
        scheduler.add(2, 2, 0);
        want(scheduler, 2, 10);
        assertThat(only(scheduler.next(100)).attempt()).isEqualTo(1);
        assertThat(scheduler.givenUp()).isEmpty();
    }

    @Test
    void throttlingHalvesTheLimit() {
        TransferScheduler scheduler = roomy(TransferPolicy.FIFO, 40 * MB);
        scheduler.add(1, 1, 0);
        want(scheduler, 1, 10, 11, 12, 13, 14, 15);
        List<Transfer> started = scheduler.next(0);
        assertThat(started).hasSize(4);
        scheduler.throttled(started.get(0), 0.5);
        assertThat(scheduler.next(0.5))
                .as("30 MB/s are under way, 20 are allowed")
                .isEmpty();
        scheduler.completed(started.get(1), 1);
        scheduler.completed(started.get(2), 1);
        assertThat(blocks(scheduler.next(1))).containsExactly(14L);
    }

    @Test
    void anEndedJobsBlocksAreDroppedUnlessOthersWantThem() {
        TransferScheduler scheduler = roomy(TransferPolicy.FIFO, 10 * MB);
        scheduler.add(1, 1, 0);
        scheduler.add(2, 2, 0);
        want(scheduler, 1, 10, 11, 12);
        want(scheduler, 2, 12);
        Transfer underWay = only(scheduler.next(0));
        scheduler.jobEnded(1);
        assertThat(scheduler.next(0)).isEmpty();
        assertThat(scheduler.completed(underWay, 1)).isTrue();
        assertThat(scheduler.nodeOf(underWay.block())).isZero();
        assertThat(underWay.block()).isEqualTo(12);
        assertThat(scheduler.next(1)).isEmpty();
    }

    @Test
    void aFailedTransferThatNobodyWantsIsForgotten() {
        TransferScheduler scheduler = roomy(TransferPolicy.FIFO, 10 * MB);
        scheduler.add(1, 1, 0);
        want(scheduler, 1, 10);
        Transfer transfer = only(scheduler.next(0));
        scheduler.unwant(1, 10);
        scheduler.failed(transfer, "reset", 1);
        assertThat(scheduler.nextStart(1)).isInfinite();
        assertThat(scheduler.underWay(SOURCE)).isZero();
    }

    @Test
    void aLostNodesBlocksAreFetchedAgain() {
        TransferScheduler scheduler = roomy(TransferPolicy.FIFO, 20 * MB);
        scheduler.addNode(1, 10 * BLOCK);
        scheduler.add(1, 1, 0);
        scheduler.cached(9, BLOCK, SOURCE, 0);
        want(scheduler, 1, 9, 10);
        Transfer transfer = only(scheduler.next(0));
        assertThat(transfer.node()).isZero();
        assertThat(scheduler.nodeLost(0)).containsExactly(transfer);
        assertThat(scheduler.completed(transfer, 1)).as("too late").isFalse();
        List<Transfer> again = scheduler.next(1);
        assertThat(blocks(again)).containsExactly(9L, 10L);
        assertThat(again).allSatisfy(each -> assertThat(each.node()).isEqualTo(1));
        assertThat(again).allSatisfy(each -> assertThat(each.attempt()).isEqualTo(1));
    }

    @Test
    void transfersStartInTheirSliceOnly() {
        TransferScheduler scheduler = new TransferScheduler(TransferSettings.of(TransferPolicy.FIFO));
        scheduler.addSource(SOURCE, new SourceBandwidth(Long.MAX_VALUE), IsolationQuanta.ofPaper());
        scheduler.addNode(0, BLOCK);
        scheduler.add(1, 1, 0);
        want(scheduler, 1, 10);
        assertThat(scheduler.next(0.5)).isEmpty();
        assertThat(scheduler.nextStart(0.5)).isEqualTo(5);
        assertThat(blocks(scheduler.next(5))).containsExactly(10L);
    }

    @Test
    void mistakesAreNamed() {
        TransferScheduler scheduler = roomy(TransferPolicy.FIFO, 1);
        scheduler.add(1, 1, 0);
        want(scheduler, 1, 10);
        assertThatThrownBy(() -> scheduler.add(1, 1, 0)).hasMessage("job: expected a new one, got 1");
        assertThatThrownBy(() -> scheduler.want(2, 10, BLOCK, SOURCE, ANY))
                .hasMessage("job: expected one that was added and has not ended, got 2");
        assertThatThrownBy(() -> scheduler.want(1, 10, 5, SOURCE, ANY))
                .hasMessage("block 10: expected 64000000 bytes of source 0 as before, got 5 of 0");
        assertThatThrownBy(() -> scheduler.want(1, 11, 5, 3, ANY))
                .hasMessage("source: expected one that was added, got 3");
        assertThatThrownBy(() -> scheduler.addNode(0, 5)).hasMessage("node: expected a new one, got 0");
        assertThatThrownBy(() -> scheduler.nodeLost(5))
                .hasMessage("node: expected one that was added and is not lost, got 5");
        assertThatThrownBy(() -> scheduler.cached(11, 5, SOURCE, 8))
                .hasMessage("block: expected one that is neither cached nor on its way, on a known node, got 11 on 8");
    }
}
