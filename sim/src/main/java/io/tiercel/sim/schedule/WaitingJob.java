package io.tiercel.sim.schedule;

import io.tiercel.assign.CostModel;
import io.tiercel.assign.Preferences;
import io.tiercel.model.Tier;
import io.tiercel.sim.job.JobRun;
import io.tiercel.sim.job.TaskRun;
import io.tiercel.sim.schedule.SchedulingSpec.LocalityWait;
import io.tiercel.struct.LongHeap;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/** A job whose maps or reduces wait for slots, and its delay scheduling. */
final class WaitingJob {
    /** With so few tasks all are candidates for a slot. */
    private static final int FEW = 8;

    private final JobRun job;
    private final LocalityWait wait;
    private @Nullable SlotCandidates candidates;
    private int passed;
    private boolean passing;
    private long lastLocal;

    WaitingJob(JobRun job, LocalityWait wait, long now) {
        this.job = job;
        this.wait = wait;
        this.lastLocal = now;
    }

    JobRun job() {
        return job;
    }

    /** Waiting tasks that could get the only slot that a node offers, in their order. */
    List<TaskRun> candidates(int node, CostModel costs, IntUnaryOperator rackOf) {
        if (candidates == null) {
            if (job.waiting() <= FEW) {
                return List.copyOf(job.pending());
            }
            candidates = new SlotCandidates(job.pending(), costs, rackOf);
        }
        return candidates.of(node);
    }

    /** Restarts delay scheduling: a task was started at its input. */
    void startedAtInput(long now) {
        lastLocal = now;
        passed = 0;
    }

    /** Whether delay scheduling still leaves slots without local input to other jobs. */
    boolean passesOver(long now) {
        return wait.goesOn(passed, now - lastLocal);
    }

    /** Whether it left slots to others at its last offer. */
    boolean isPassingOver() {
        return passing;
    }

    void offered(boolean passedOver) {
        passing = passedOver;
        passed += passedOver ? 1 : 0;
    }

    /**
     * The waiting tasks of a job that could get the only slot that is offered, under any list scheduler. Tasks are of one kind if they have the same tier
     * and cost on the offering node or in its rack, and the same tiers elsewhere. They differ by number only, so the first of each kind is enough. The
     * search does not depend on the number of tasks: a large job has a hundred thousand.
     *
     * <p>A task whose input has moved is filed again, and its old entries are skipped by their version.
     */
    private static final class SlotCandidates {
        private final CostModel costs;
        private final IntUnaryOperator rackOf;
        private final int firstIndex;
        private final @Nullable TaskRun[] tasks;
        private final Map<Integer, List<Kind>> atNode = new HashMap<>();
        private final Map<Integer, List<Kind>> inRack = new HashMap<>();
        private final List<Kind> anywhere = new ArrayList<>();
        private final List<TaskRun> moved = new ArrayList<>();
        private final BitSet isMoved = new BitSet();
        private final List<TaskRun> first = new ArrayList<>();

        /** Tasks that look alike from some place: a queue of their numbers, in the upper 32 bits, and the versions of their blocks. */
        private record Kind(int tiers, int here, int cost, LongHeap queue) {}

        SlotCandidates(List<TaskRun> waiting, CostModel costs, IntUnaryOperator rackOf) {
            this.costs = costs;
            this.rackOf = rackOf;
            this.firstIndex = waiting.get(0).index();
            this.tasks = new @Nullable TaskRun[waiting.get(waiting.size() - 1).index() - firstIndex + 1];
            for (TaskRun task : waiting) {
                tasks[task.index() - firstIndex] = task;
                task.watch(this::markMoved);
                file(task);
            }
        }

        private void markMoved(TaskRun task) {
            if (!isMoved.get(task.index())) {
                isMoved.set(task.index());
                moved.add(task);
            }
        }

        private void file(TaskRun task) {
            Preferences prices = task.preferences(costs, rackOf);
            int tiers = tiers(prices);
            for (int i = 0; i < prices.size(); i++) {
                List<Kind> kinds = atNode.computeIfAbsent(prices.node(i), any -> new ArrayList<>());
                add(kinds, tiers, 1 + bit(prices, i), prices.nodeCost(i), task);
            }
            for (int r = 0; r < prices.racks().length; r++) {
                add(
                        inRack.computeIfAbsent(prices.racks()[r], any -> new ArrayList<>()),
                        tiers,
                        isAllArriving(prices, prices.racks()[r]) ? 1 : 0,
                        prices.rackCosts()[r],
                        task);
            }
            add(anywhere, tiers, prices.racks().length > 0 ? 1 : 0, prices.elsewhere(), task);
        }

        private static void add(List<Kind> kinds, int tiers, int here, int cost, TaskRun task) {
            long entry = (long) task.index() << 32 | task.version() & 0xFFFF_FFFFL;
            for (Kind kind : kinds) {
                if (kind.tiers == tiers && kind.here == here && kind.cost == cost) {
                    kind.queue.add(entry);
                    return;
                }
            }
            Kind kind = new Kind(tiers, here, cost, new LongHeap(0));
            kind.queue.add(entry);
            kinds.add(kind);
        }

        /** The tiers that a task lists, and those to which its input is on its way, as bits. */
        private static int tiers(Preferences prices) {
            int tiers = 0;
            for (int i = 0; i < prices.size(); i++) {
                tiers |= 1 << bit(prices, i);
            }
            return tiers;
        }

        private static int bit(Preferences prices, int i) {
            Tier tier = prices.nodeTier(i);
            int bit = tier == null ? Tier.values().length : tier.ordinal();
            return prices.isArriving(i) ? bit + Tier.values().length + 1 : bit;
        }

        /** Whether copies of the input in the rack are all on their way. */
        private boolean isAllArriving(Preferences prices, int rack) {
            for (int i = 0; i < prices.size(); i++) {
                if (rackOf.applyAsInt(prices.node(i)) == rack && !prices.isArriving(i)) {
                    return false;
                }
            }
            return true;
        }

        /** The candidates for a slot of a node, in their order; empty only if no task waits. The list is valid until the next call. */
        List<TaskRun> of(int node) {
            for (TaskRun task : moved) {
                isMoved.clear(task.index());
                if (task.isWaiting()) {
                    file(task);
                }
            }
            moved.clear();
            first.clear();
            firstOfEach(atNode.getOrDefault(node, List.of()));
            firstOfEach(inRack.getOrDefault(rackOf.applyAsInt(node), List.of()));
            firstOfEach(anywhere);
            first.sort(Comparator.comparingInt(TaskRun::index));
            return first;
        }

        private void firstOfEach(List<Kind> kinds) {
            for (Kind kind : kinds) {
                TaskRun task = first(kind.queue);
                if (task != null && !first.contains(task)) {
                    first.add(task);
                }
            }
        }

        private @Nullable TaskRun first(LongHeap queue) {
            while (!queue.isEmpty()) {
                TaskRun task = tasks[(int) (queue.peek() >>> 32) - firstIndex];
                if (task != null && task.isWaiting() && task.version() == (int) queue.peek()) {
                    return task;
                }
                queue.poll();
            }
            return null;
        }
    }
}
