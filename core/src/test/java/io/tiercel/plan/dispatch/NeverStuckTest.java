package io.tiercel.plan.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Random histories. Slots come free at any time, and nodes lose them and get them back. Tasks end late, are lost, or are refused by nodes.
 * Input moves, and some of it is on shared storage. Agents count nonsense. If a waiting task may run on a free slot, the stage starts one
 * within its bound.
 */
final class NeverStuckTest {
    private static final int HISTORIES = 10_000;
    private static final double PATIENCE = 3;
    private static final double MB = 1e6;

    @Test
    void aStageStartsATaskWithinItsBound() {
        for (long seed = 0; seed < HISTORIES; seed++) {
            new History(seed).play(seed);
        }
    }

    private static final class History {
        private final SplittableRandom random;
        private final int nodes;
        private final int[] slots;
        private final int[] free;
        private final ClusterLoad load;
        private final PlannedStage stage;
        private final int tasks;
        private final Map<Integer, Integer> running = new HashMap<>();
        private final BitSet waiting = new BitSet();
        /** No task may run on this node, if there is one of the number. */
        private final int refusing;

        private double now;

        History(long seed) {
            this.random = new SplittableRandom(seed);
            this.nodes = 1 + random.nextInt(4);
            this.slots = new int[nodes];
            Arrays.setAll(slots, node -> 1 + random.nextInt(3));
            this.free = slots.clone();
            int[] nodeOf = new int[2 * nodes + 1];
            Throughput[] devices = new Throughput[2 * nodes + 1];
            for (int device = 0; device < devices.length; device++) {
                nodeOf[device] = device < 2 * nodes ? device / 2 : ClusterModel.NO_NODE;
                double one = (50 + random.nextInt(200)) * MB;
                devices[device] = new Throughput(one, one * (1 + random.nextInt(2)), random.nextInt(2) / 2.0);
            }
            int[] racks = new int[nodes];
            Arrays.setAll(racks, node -> node % 2);
            this.load = new ClusterLoad(new ClusterModel(nodeOf, devices, racks, 100 * MB), slots.clone());
            this.tasks = 1 + random.nextInt(12);
            this.refusing = 1 + random.nextInt(nodes + 1);
            this.stage = new PlannedStage(reads(), load, PATIENCE, 0);
            waiting.set(0, tasks);
        }

        private StageInputs reads() {
            StageInputs.Builder reads = new StageInputs.Builder();
            for (int task = 0; task < tasks; task++) {
                double bytes = random.nextInt(200) * MB;
                reads.task(bytes, random.nextInt(3));
                boolean isShared = random.nextInt(3) == 0;
                if (isShared) {
                    reads.readsFar(2 * nodes, bytes);
                    if (random.nextBoolean()) {
                        reads.anywhere();
                    }
                }
                BitSet on = new BitSet();
                for (int copy = random.nextInt(3); copy > 0; copy--) {
                    int device = random.nextInt(2 * nodes);
                    if (!on.get(device / 2)) {
                        on.set(device / 2);
                        boolean isPart = random.nextInt(4) == 0;
                        reads.option(device / 2).reads(device, isPart ? bytes / 2 : bytes);
                        if (isPart && isShared) {
                            reads.reads(2 * nodes, bytes / 2);
                        }
                    }
                }
            }
            return reads.build();
        }

        void play(long seed) {
            double idleSince = Double.NaN;
            for (int step = 0; step < 2_000; step++) {
                double deadline = round();
                boolean couldStart = couldStart();
                if (!couldStart) {
                    idleSince = Double.NaN;
                } else if (Double.isNaN(idleSince)) {
                    idleSince = now;
                }
                // A task runs alone for at most 200 MB at a twentieth of 50 MB/s, and 20 times 2 s.
                assertThat(couldStart ? now - idleSince : 0)
                        .as("seed %d: seconds for which nothing started", seed)
                        .isLessThan(2 * PATIENCE + 200);
                if (waiting.isEmpty() && running.isEmpty()) {
                    assertThat(load.runs()).as("seed %d", seed).isEmpty();
                    return;
                }
                double next = now + random.nextDouble() * 2;
                if (running.isEmpty()) {
                    next = Math.max(next, Math.min(deadline, now + 100));
                }
                now = next;
                happen(step);
            }
            assertThat(waiting.isEmpty()).as("seed %d: nothing waits", seed).isTrue();
        }

        private boolean couldStart() {
            for (int node = 0; node < nodes; node++) {
                if (free[node] > 0 && node != refusing && !waiting.isEmpty()) {
                    return true;
                }
            }
            return false;
        }

        private double round() {
            int[] counts = new int[random.nextInt(2) * 2 * nodes];
            Arrays.setAll(counts, device -> random.nextInt(5) - 1);
            int[] offered = free.clone();
            Dispatch round = stage.round(offered, node -> true, counts, now);
            for (int node = 0; node < nodes; node++) {
                int on = node;
                for (Dispatch.Start start = round.start(node, task -> on != refusing);
                        start != null;
                        start = round.start(node, task -> on != refusing)) {
                    assertThat(waiting.get(start.task()))
                            .as("task %d waits", start.task())
                            .isTrue();
                    waiting.clear(start.task());
                    running.put(start.task(), node);
                    free[node]--;
                }
                assertThat(offered[node]).isEqualTo(free[node]).isNotNegative();
            }
            return round.nextDeadline();
        }

        private void happen(int step) {
            List<Integer> tasksNow = new ArrayList<>(running.keySet());
            if (!tasksNow.isEmpty()) {
                end(tasksNow.get(random.nextInt(tasksNow.size())), step);
            }
            if (step < 50 && random.nextInt(10) == 0) {
                churn();
            }
            if (step < 50 && random.nextInt(10) == 0) {
                stage.moved(reads());
            }
        }

        private void end(int task, int step) {
            int node = running.remove(task);
            free[node] += slots[node] == 0 ? 0 : 1;
            if (step < 50 && random.nextInt(4) == 0) {
                stage.lost(task, now);
                stage.pending(task);
                waiting.set(task);
            } else {
                stage.ended(task, now, random.nextDouble() * 3, random.nextDouble() * 3, 1);
            }
        }

        /** A node loses its slots, and what runs there; or gets them back. The first node stays. */
        private void churn() {
            int node = random.nextInt(nodes);
            if (node == 0) {
                return;
            }
            if (slots[node] > 0) {
                slots[node] = 0;
                free[node] = 0;
                for (int task : List.copyOf(running.keySet())) {
                    if (running.get(task) == node) {
                        running.remove(task);
                        stage.lost(task, now);
                        stage.pending(task);
                        waiting.set(task);
                    }
                }
            } else {
                slots[node] = 2;
                free[node] = 2;
            }
            load.slots(slots.clone());
        }
    }
}
