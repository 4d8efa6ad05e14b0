package io.tiercel.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Random histories of jobs, nodes, failures and throttling. In each the scheduler decides as the reference does, keeps its bounds, leaves
 * nothing startable, and in the end every wanted block is cached or given up.
 */
final class TransferSchedulerPropertyTest {
    private static final int HISTORIES = 1_500;
    private static final int STEPS = 60;

    @ParameterizedTest
    @EnumSource(TransferPolicy.class)
    void everyHistoryKeepsTheRules(TransferPolicy policy) {
        for (long seed = 0; seed < HISTORIES; seed++) {
            try {
                new History(policy, seed).play();
            } catch (AssertionError | RuntimeException broken) {
                throw new AssertionError("policy " + policy + ", seed " + seed, broken);
            }
        }
    }

    private static final class History {
        private final SplittableRandom random;
        private final TransferScheduler scheduler;
        private final ReferenceTransfers reference;
        private final Map<Integer, SourceBandwidth> bandwidths = new TreeMap<>();
        private final Map<Long, Transfer> underWay = new TreeMap<>();
        private final Map<Integer, Long> room = new TreeMap<>();
        private final Set<Long> cached = new HashSet<>();
        private final long largest;
        private long nextJob;
        private double now;

        History(TransferPolicy policy, long seed) {
            random = new SplittableRandom(seed);
            TransferSettings settings =
                    new TransferSettings(policy, 1 + random.nextInt(30), 1 + random.nextInt(3), 0.7);
            scheduler = new TransferScheduler(settings);
            reference = new ReferenceTransfers(settings);
            largest = random.nextBoolean() ? 1 : 1 + random.nextInt(50);
            int sources = 1 + random.nextInt(3);
            for (int source = 0; source < sources; source++) {
                long bound = random.nextInt(10) == 0 ? Long.MAX_VALUE : 1 + random.nextInt(100);
                IsolationQuanta quanta = random.nextInt(3) > 0
                        ? IsolationQuanta.ALWAYS
                        : new IsolationQuanta(0.5, random.nextInt(1, 10) / 10.0);
                SourceBandwidth bandwidth = new SourceBandwidth(bound);
                bandwidths.put(source, bandwidth);
                scheduler.addSource(source, bandwidth, quanta);
                reference.bandwidths.put(source, new SourceBandwidth(bound));
                reference.quanta.put(source, quanta);
            }
            int nodes = 1 + random.nextInt(4);
            for (int node = 0; node < nodes; node++) {
                addNode(node);
            }
        }

        void play() {
            for (int step = 0; step < STEPS; step++) {
                for (int events = random.nextInt(6); events > 0; events--) {
                    event();
                }
                now += random.nextInt(4) / 10.0;
                plan();
            }
            drain();
        }

        private void event() {
            switch (random.nextInt(16)) {
                case 0 -> addJob();
                case 1, 2, 3, 4 -> want();
                case 5 -> {
                    long job = anyJob();
                    long block = anyBlock();
                    scheduler.unwant(job, block);
                    reference.withdraw(job, block, true);
                }
                case 6 -> {
                    long job = anyJob();
                    long block = anyBlock();
                    scheduler.finishedTask(job, block);
                    reference.withdraw(job, block, false);
                }
                case 7 -> report();
                case 8 -> endJob();
                case 9, 10 -> complete();
                case 11 -> fail();
                case 12 -> throttle();
                case 13 -> evict();
                case 14 -> loseOrAddNode();
                default -> free();
            }
        }

        private long anyJob() {
            return nextJob == 0 ? 0 : random.nextLong(nextJob);
        }

        private long anyBlock() {
            return random.nextInt(20);
        }

        private void addJob() {
            long declared = random.nextBoolean() ? 1 + random.nextInt(60) : 0;
            long arrival = random.nextInt(5);
            int priority = random.nextInt(3);
            if (declared > 0) {
                scheduler.add(nextJob, arrival, priority, declared);
            } else {
                scheduler.add(nextJob, arrival, priority);
            }
            reference.jobs.put(nextJob, new ReferenceTransfers.Job(nextJob, arrival, priority, declared));
            nextJob++;
        }

        private void want() {
            long job = anyJob();
            if (!reference.jobs.containsKey(job)) {
                return;
            }
            long block = anyBlock();
            long bytes = 1 + block % largest;
            int source = (int) (block % bandwidths.size());
            int destination = random.nextInt(5) - 1;
            for (int tasks = 1 + random.nextInt(3); tasks > 0; tasks--) {
                scheduler.want(job, block, bytes, source, destination);
                reference.want(job, block, bytes, source, destination);
            }
        }

        private void report() {
            long job = anyJob();
            if (reference.jobs.containsKey(job)) {
                long rate = 1 + random.nextInt(60);
                scheduler.reportRate(job, rate);
                reference.jobs.get(job).reports.add(rate);
            }
        }

        private void endJob() {
            long job = anyJob();
            scheduler.jobEnded(job);
            reference.jobEnded(job);
        }

        private void complete() {
            if (!underWay.isEmpty()) {
                complete(takeAny());
            }
        }

        private void complete(Transfer transfer) {
            assertThat(scheduler.completed(transfer, now)).isTrue();
            assertThat(scheduler.completed(transfer, now)).as("completed twice").isFalse();
            assertThat(scheduler.nodeOf(transfer.block())).isEqualTo(transfer.node());
            reference.completed(transfer, now);
            cached.add(transfer.block());
        }

        private void fail() {
            if (!underWay.isEmpty()) {
                fail(takeAny());
            }
        }

        private void fail(Transfer transfer) {
            assertThat(scheduler.failed(transfer, "test", now)).isTrue();
            reference.failed(transfer, now);
            room.merge(transfer.node(), transfer.bytes(), Long::sum);
        }

        private void throttle() {
            if (!underWay.isEmpty()) {
                Transfer transfer = takeAny();
                scheduler.throttled(transfer, now);
                reference.bandwidths.get(transfer.source()).throttled(now);
                reference.failed(transfer, now);
                room.merge(transfer.node(), transfer.bytes(), Long::sum);
            }
        }

        private Transfer takeAny() {
            List<Long> ids = List.copyOf(underWay.keySet());
            return underWay.remove(ids.get(random.nextInt(ids.size())));
        }

        private void evict() {
            if (!cached.isEmpty()) {
                long block = cached.stream().sorted().toList().get(random.nextInt(cached.size()));
                cached.remove(block);
                room.merge(scheduler.nodeOf(block), reference.blocks.get(block).bytes, Long::sum);
                scheduler.evicted(block);
                reference.evicted(block);
            }
        }

        private void loseOrAddNode() {
            int node = random.nextInt(4);
            if (!room.containsKey(node)) {
                addNode(node);
                return;
            }
            cached.removeIf(block -> scheduler.nodeOf(block) == node);
            List<Transfer> lost = underWay.values().stream()
                    .filter(transfer -> transfer.node() == node)
                    .toList();
            assertThat(scheduler.nodeLost(node)).isEqualTo(lost);
            lost.forEach(transfer -> underWay.remove(transfer.id()));
            lost.forEach(transfer ->
                    assertThat(scheduler.failed(transfer, "late", now)).isFalse());
            reference.nodeLost(node);
            room.remove(node);
        }

        private void addNode(int node) {
            long bytes = random.nextInt(100);
            scheduler.addNode(node, bytes);
            reference.room.put(node, bytes);
            room.put(node, bytes);
        }

        private void free() {
            int node = random.nextInt(4);
            if (room.containsKey(node)) {
                long bytes = random.nextInt(40);
                scheduler.freed(node, bytes);
                reference.room.merge(node, bytes, Long::sum);
                room.merge(node, bytes, Long::sum);
            }
        }

        private void plan() {
            List<Transfer> started = scheduler.next(now);
            assertThat(started).isEqualTo(reference.next(now));
            for (Transfer transfer : started) {
                assertThat(underWay.values())
                        .as("transfers of block %d", transfer.block())
                        .noneMatch(other -> other.block() == transfer.block());
                assertThat(cached).doesNotContain(transfer.block());
                assertThat(room.merge(transfer.node(), -transfer.bytes(), Long::sum))
                        .as("room of node %d", transfer.node())
                        .isNotNegative();
                underWay.put(transfer.id(), transfer);
            }
            boundsHold(started);
            nothingStartableIsLeft();
        }

        private void boundsHold(List<Transfer> started) {
            bandwidths.forEach((source, bandwidth) -> {
                long sum = underWay.values().stream()
                        .filter(transfer -> transfer.source() == source)
                        .mapToLong(Transfer::rate)
                        .sum();
                assertThat(sum).isEqualTo(scheduler.underWay(source)).isLessThanOrEqualTo(bandwidth.bound());
                if (started.stream().anyMatch(transfer -> transfer.source() == source)) {
                    assertThat(sum).isLessThanOrEqualTo(bandwidth.limit());
                }
            });
            room.forEach((node, bytes) -> assertThat(scheduler.room(node)).isEqualTo(bytes));
        }

        /** A transfer that has room and may start is left only if its source has too little bandwidth for the first job. */
        private void nothingStartableIsLeft() {
            List<ReferenceTransfers.Choice> choices = reference.choices(now);
            for (int source : bandwidths.keySet()) {
                choices.stream()
                        .filter(choice -> choice.block().source == source)
                        .findFirst()
                        .ifPresent(first ->
                                assertThat(reference.left(source)).isLessThan(Math.max(1, reference.asked(first) / 4)));
            }
            assertThat(scheduler.next(now)).isEmpty();
        }

        private void drain() {
            for (int node : room.keySet()) {
                scheduler.freed(node, 10_000);
                reference.room.merge(node, 10_000L, Long::sum);
                room.merge(node, 10_000L, Long::sum);
            }
            if (room.isEmpty()) {
                return;
            }
            for (plan(); !underWay.isEmpty() || scheduler.nextStart(now) < Double.POSITIVE_INFINITY; plan()) {
                for (Transfer transfer : new ArrayList<>(underWay.values())) {
                    underWay.remove(transfer.id());
                    if (random.nextInt(5) == 0) {
                        fail(transfer);
                    } else {
                        complete(transfer);
                    }
                }
                double next = scheduler.nextStart(now);
                assertThat(next).isGreaterThanOrEqualTo(now);
                now = next < Double.POSITIVE_INFINITY ? next : now;
            }
            for (ReferenceTransfers.Block block : reference.blocks.values()) {
                if (!block.wants.isEmpty() && scheduler.nodeOf(block.id) == TransferScheduler.ANY_NODE) {
                    assertThat(scheduler.givenUp()).containsKey(block.id);
                }
            }
        }
    }
}
