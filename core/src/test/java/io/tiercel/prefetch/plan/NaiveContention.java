package io.tiercel.prefetch.plan;

import io.tiercel.model.Tier;
import io.tiercel.prefetch.BlockRead;
import io.tiercel.prefetch.InputBlock;
import io.tiercel.prefetch.JobTask;
import io.tiercel.prefetch.PrefetchProblem;
import io.tiercel.prefetch.SourceDevice;
import io.tiercel.prefetch.model.Contention;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A job whose tasks and migrations share devices, once more: everybody's speed anew at each moment at which anything happens, everybody
 * advanced until the next, and every choice made among all that there is.
 */
final class NaiveContention {
    private static final double AT_ONCE = 1e-9;

    private static final class Running {
        final int task;
        final int home;
        int read;
        /** -1 where nothing slows the task. */
        int device;
        /** Seconds that are left of the read if the task is alone. */
        double left;

        double demand;

        Running(int task, int home) {
            this.task = task;
            this.home = home;
        }
    }

    private final PrefetchProblem problem;
    private final Contention contention;
    private final List<SourceDevice> devices;
    private final int[] source;
    private final List<Integer> waiting;
    private final List<Running> running = new ArrayList<>();
    private final List<Double> slots = new ArrayList<>();
    /** Per device what is left to migrate, -1 for what is others'. */
    private final List<List<Integer>> queues = new ArrayList<>();

    private final double[] migrationLeft;
    private double now;

    final double[] ready;
    final double[] starts;
    double end;

    NaiveContention(PrefetchProblem problem, Contention contention, int[] source, double delay) {
        this(problem, contention, source, delay, null);
    }

    /** @param neededAt null to find it out by a run without prefetching */
    private NaiveContention(
            PrefetchProblem problem,
            Contention contention,
            int[] source,
            double delay,
            double @org.jspecify.annotations.Nullable [] neededAt) {
        this.problem = problem;
        this.contention = contention;
        this.source = source;
        devices = problem.devices();
        waiting = new ArrayList<>(
                IntStream.range(0, problem.tasks().size()).boxed().toList());
        ready = problem.blocks().stream().mapToDouble(InputBlock::readyAt).toArray();
        starts = new double[problem.tasks().size()];
        migrationLeft = new double[devices.size()];
        problem.slotsFreeAt()
                .forEach(at -> slots.add(Math.max(at, delay + problem.times().initSeconds())
                        + problem.times().scheduleSeconds()));
        double[] needed = neededAt != null ? neededAt : neededAt(problem, contention);
        for (int d = 0; d < devices.size(); d++) {
            int device = d;
            List<Integer> queue = new ArrayList<>(IntStream.range(0, source.length)
                    .filter(b -> source[b] == device)
                    .boxed()
                    .sorted(Comparator.comparingDouble(b -> needed[b]))
                    .toList());
            if (devices.get(d).busySeconds() > 0) {
                queue.add(0, -1);
            }
            queues.add(queue);
            restart(d);
        }
        while (!waiting.isEmpty() || !running.isEmpty()) {
            step();
        }
    }

    private static double[] neededAt(PrefetchProblem problem, Contention contention) {
        int[] none = new int[problem.blocks().size()];
        Arrays.fill(none, -1);
        double[] starts = new NaiveContention(problem, contention, none, 0, new double[none.length]).starts;
        double[] first = new double[none.length];
        Arrays.fill(first, Double.POSITIVE_INFINITY);
        for (int t = 0; t < starts.length; t++) {
            for (BlockRead read : problem.tasks().get(t).reads()) {
                first[read.block()] = Math.min(first[read.block()], starts[t]);
            }
        }
        return first;
    }

    private void restart(int d) {
        if (!queues.get(d).isEmpty()) {
            int first = queues.get(d).get(0);
            migrationLeft[d] = first < 0
                    ? devices.get(d).busySeconds()
                    : problem.blocks().get(first).bytes() / devices.get(d).bytesPerSecond();
        }
    }

    private boolean begun() {
        return now >= problem.times().cacheInitSeconds() - AT_ONCE;
    }

    private double demand(int d) {
        return running.stream()
                .filter(one -> one.device == d)
                .mapToDouble(one -> one.demand)
                .sum();
    }

    private double migrationSpeed(int d) {
        if (queues.get(d).isEmpty() || !begun()) {
            return 0;
        }
        double demand = demand(d);
        if (contention == Contention.EQUAL) {
            return 1 / (1 + demand);
        }
        if (devices.get(d).tier() != Tier.HDD) {
            return Math.max(0, 1 - demand);
        }
        // A MiB at a time, 8 ms after each of which nothing is served.
        double pieces = Math.min(1, demand) * devices.get(d).bytesPerSecond() / (1 << 20);
        return Math.max(0, 1 - Math.min(1, demand) - 0.008 * pieces);
    }

    private double speed(Running one) {
        if (one.device < 0) {
            return 1;
        }
        boolean beside = contention == Contention.EQUAL
                && begun()
                && !queues.get(one.device).isEmpty();
        return 1 / Math.max(1, demand(one.device) + (beside ? 1 : 0));
    }

    private void step() {
        double most = Double.POSITIVE_INFINITY;
        if (!begun()) {
            most = problem.times().cacheInitSeconds() - now;
        }
        for (Running one : running) {
            most = Math.min(most, one.left / speed(one));
        }
        for (int d = 0; d < devices.size(); d++) {
            double speed = migrationSpeed(d);
            most = speed > 0 ? Math.min(most, migrationLeft[d] / speed) : most;
        }
        for (InputBlock block : problem.blocks()) {
            if (block.readyAt() > now + AT_ONCE) {
                most = Math.min(most, block.readyAt() - now);
            }
        }
        double slot = slots.stream().min(Comparator.naturalOrder()).orElse(Double.POSITIVE_INFINITY);
        if (!waiting.isEmpty()) {
            most = Math.min(most, slot - now);
        }
        advance(Math.max(0, most));
        if (!endSomething() && !waiting.isEmpty() && slot <= now + AT_ONCE) {
            slots.remove((Double) slot);
            start();
        }
    }

    private void advance(double seconds) {
        double[] speeds = running.stream().mapToDouble(this::speed).toArray();
        double[] migrationSpeeds = IntStream.range(0, devices.size())
                .mapToDouble(this::migrationSpeed)
                .toArray();
        for (int i = 0; i < speeds.length; i++) {
            running.get(i).left -= seconds * speeds[i];
        }
        for (int d = 0; d < migrationSpeeds.length; d++) {
            migrationLeft[d] -= seconds * migrationSpeeds[d];
        }
        now += seconds;
    }

    private boolean endSomething() {
        boolean any = false;
        for (Running one : List.copyOf(running)) {
            if (one.left <= AT_ONCE) {
                any = true;
                goOn(one);
            }
        }
        for (int d = 0; d < devices.size(); d++) {
            if (migrationSpeed(d) > 0 && migrationLeft[d] <= AT_ONCE * migrationSpeed(d)) {
                any = true;
                int block = queues.get(d).remove(0);
                if (block >= 0) {
                    ready[block] = now;
                }
                restart(d);
            }
        }
        return any;
    }

    private void goOn(Running one) {
        List<BlockRead> reads = problem.tasks().get(one.task).reads();
        one.read++;
        if (one.read < reads.size()) {
            begin(one);
            return;
        }
        running.remove(one);
        slots.add(now + problem.times().scheduleSeconds());
        end = Math.max(end, now);
    }

    private boolean isIn(int block) {
        return ready[block] <= now + AT_ONCE;
    }

    private int main(int task) {
        return problem.tasks().get(task).reads().stream()
                .max(Comparator.comparingLong(BlockRead::bytes))
                .map(most -> problem.tasks().get(task).reads().stream()
                        .filter(read -> read.bytes() == most.bytes())
                        .findFirst()
                        .orElseThrow()
                        .block())
                .orElse(-1);
    }

    private long runningOn(int node) {
        return running.stream().filter(one -> one.home == node).count();
    }

    private long readers(int d) {
        return running.stream().filter(one -> one.device == d).count();
    }

    private void start() {
        Running next = choose();
        waiting.remove((Integer) next.task);
        starts[next.task] = now;
        for (BlockRead read : problem.tasks().get(next.task).reads()) {
            int b = read.block();
            boolean awaited = waiting.stream()
                    .anyMatch(t -> problem.tasks().get(t).reads().stream().anyMatch(other -> other.block() == b));
            if (!awaited && source[b] >= 0 && ready[b] == Double.POSITIVE_INFINITY) {
                List<Integer> queue = queues.get(source[b]);
                boolean first = !queue.isEmpty() && queue.get(0) == b;
                queue.remove((Integer) b);
                if (first) {
                    restart(source[b]);
                }
            }
        }
        running.add(next);
        if (problem.tasks().get(next.task).reads().isEmpty()) {
            next.device = -1;
            next.left = problem.tasks().get(next.task).cpuSeconds();
        } else {
            begin(next);
        }
    }

    private Running choose() {
        for (int task : waiting) {
            int main = main(task);
            if (main >= 0 && isIn(main)) {
                List<Integer> lies = problem.blocks().get(main).devices();
                int device = source[main] >= 0 ? source[main] : lies.isEmpty() ? -1 : lies.get(0);
                return new Running(task, device < 0 ? -1 : devices.get(device).node());
            }
        }
        for (boolean pending : new boolean[] {false, true}) {
            Running best = null;
            Comparator<int[]> order = Comparator.comparingLong(
                            (int[] one) -> runningOn(devices.get(one[1]).node()))
                    .thenComparingInt(one -> devices.get(one[1]).node())
                    .thenComparing(one -> devices.get(one[1]).tier())
                    .thenComparingLong(one -> readers(one[1]))
                    .thenComparingInt(one -> one[1])
                    .thenComparingInt(one -> one[0]);
            List<int[]> candidates = new ArrayList<>();
            for (int task : waiting) {
                int main = main(task);
                if (main >= 0 && (pending || source[main] < 0 && ready[main] == Double.POSITIVE_INFINITY)) {
                    problem.blocks().get(main).devices().forEach(d -> candidates.add(new int[] {task, d}));
                }
            }
            if (!candidates.isEmpty()) {
                int[] first = candidates.stream().min(order).orElseThrow();
                best = new Running(first[0], devices.get(first[1]).node());
            }
            if (best != null) {
                return best;
            }
        }
        return new Running(waiting.stream().filter(t -> main(t) < 0).findFirst().orElseGet(() -> waiting.get(0)), -1);
    }

    private void begin(Running one) {
        JobTask task = problem.tasks().get(one.task);
        BlockRead read = task.reads().get(one.read);
        long all = task.reads().stream().mapToLong(BlockRead::bytes).sum();
        double cpu = task.cpuSeconds()
                * (all > 0 ? (double) read.bytes() / all : 1.0 / task.reads().size());
        List<Integer> lies = problem.blocks().get(read.block()).devices();
        double fastest = lies.stream()
                .map(devices::get)
                .min(Comparator.comparing(SourceDevice::tier)
                        .thenComparing(Comparator.comparingDouble(SourceDevice::bytesPerSecond)
                                .reversed()))
                .map(SourceDevice::bytesPerSecond)
                .orElse(problem.rates().remoteBytesPerSecond());
        double rate;
        if (ready[read.block()] <= starts[one.task] + AT_ONCE) {
            one.device = -1;
            rate = Math.max(fastest, problem.rates().memoryBytesPerSecond());
        } else if (lies.isEmpty()) {
            one.device = -1;
            rate = fastest;
        } else {
            one.device = -1;
            one.device = lies.stream()
                    .min(Comparator.comparing((Integer d) -> devices.get(d).node() != one.home)
                            .thenComparing(d -> devices.get(d).tier())
                            .thenComparingLong(this::readers))
                    .orElseThrow();
            rate = devices.get(one.device).bytesPerSecond();
        }
        one.left = read.bytes() / rate + cpu;
        one.demand = one.left > 0 ? read.bytes() / rate / one.left : 0;
    }
}
