package io.tiercel.prefetch.plan;

import io.tiercel.prefetch.BlockRead;
import io.tiercel.prefetch.JobTask;
import io.tiercel.prefetch.PrefetchProblem;
import io.tiercel.prefetch.SourceDevice;
import io.tiercel.prefetch.model.RescoringMode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** The models once more, step by step and from the problem's records, for comparison. */
final class NaiveModels {
    private NaiveModels() {}

    /** When blocks of these lengths are read that start together and share a device equally: stepped from end to end. */
    static double[] equalShares(List<Long> lengths, double rate) {
        double[] left = lengths.stream().mapToDouble(Long::doubleValue).toArray();
        double[] ready = new double[left.length];
        boolean[] done = new boolean[left.length];
        double now = 0;
        for (int round = 0; round < left.length; round++) {
            int active = 0;
            double least = Double.POSITIVE_INFINITY;
            for (int b = 0; b < left.length; b++) {
                if (!done[b]) {
                    active++;
                    least = Math.min(least, left[b]);
                }
            }
            now += least * active / rate;
            boolean ended = false;
            for (int b = 0; b < left.length; b++) {
                if (!done[b]) {
                    left[b] -= least;
                    if (left[b] <= 0 && !ended) {
                        done[b] = true;
                        ready[b] = now;
                        ended = true;
                    }
                }
            }
        }
        return ready;
    }

    /** The end of the job: at each start the task of the least score is looked for among all that are left. */
    static double seconds(PrefetchProblem problem, double[] readyAt, double delay, RescoringMode foresight) {
        boolean rescored = foresight == RescoringMode.RESCORED;
        List<Double> slots = new ArrayList<>(problem.slotsFreeAt().stream()
                .map(at -> Math.max(at, delay + problem.times().initSeconds()))
                .toList());
        List<Integer> left = new ArrayList<>(
                IntStream.range(0, problem.tasks().size()).boxed().toList());
        double end = 0;
        while (!left.isEmpty()) {
            slots.sort(Comparator.naturalOrder());
            double start = slots.remove(0) + problem.times().scheduleSeconds();
            double pricedAt = rescored ? start : 0;
            Integer task = left.stream()
                    .min(Comparator.comparingInt((Integer t) ->
                                    score(problem, problem.tasks().get(t), readyAt, pricedAt, rescored))
                            .thenComparingInt(t -> t))
                    .orElseThrow();
            left.remove(task);
            double taskEnd = start + duration(problem, problem.tasks().get(task), readyAt, start, rescored);
            slots.add(taskEnd);
            end = Math.max(end, taskEnd);
        }
        return end;
    }

    private static int score(PrefetchProblem problem, JobTask task, double[] readyAt, double now, boolean inclusive) {
        if (task.reads().isEmpty()) {
            return 39_000;
        }
        double sum = 0;
        double bytes = 0;
        for (BlockRead read : task.reads()) {
            double weight = Math.max(read.bytes(), Double.MIN_NORMAL);
            sum += weight * 1000 * score(problem, read.block(), readyAt[read.block()], now, inclusive);
            bytes += weight;
        }
        return (int) Math.round(sum / bytes);
    }

    private static double score(PrefetchProblem problem, int block, double ready, double now, boolean inclusive) {
        if (found(ready, now, inclusive)) {
            return 1;
        }
        if (ready < Double.POSITIVE_INFINITY) {
            return 30;
        }
        return problem.blocks().get(block).devices().stream()
                .mapToDouble(d -> switch (problem.devices().get(d).tier()) {
                    case MEMORY -> 1;
                    case SSD -> 8;
                    case HDD -> 20;
                    case REMOTE -> 100;
                })
                .min()
                .orElse(100);
    }

    private static boolean found(double ready, double start, boolean inclusive) {
        return ready == 0 || (inclusive ? ready <= start : ready < start);
    }

    private static double duration(
            PrefetchProblem problem, JobTask task, double[] readyAt, double start, boolean inclusive) {
        double seconds = task.cpuSeconds();
        for (BlockRead read : task.reads()) {
            double rate = problem.blocks().get(read.block()).devices().stream()
                    .map(problem.devices()::get)
                    .sorted(Comparator.comparing(SourceDevice::tier)
                            .thenComparing(Comparator.comparingDouble(SourceDevice::bytesPerSecond)
                                    .reversed()))
                    .mapToDouble(SourceDevice::bytesPerSecond)
                    .findFirst()
                    .orElse(problem.rates().remoteBytesPerSecond());
            boolean memory = found(readyAt[read.block()], start, inclusive);
            seconds += read.bytes() / (memory ? Math.max(rate, problem.rates().memoryBytesPerSecond()) : rate);
        }
        return seconds;
    }
}
