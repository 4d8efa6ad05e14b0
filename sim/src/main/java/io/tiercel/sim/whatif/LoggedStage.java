package io.tiercel.sim.whatif;

import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * A stage in an event log, with its tasks that ended well.
 *
 * @param tasks in the order in which they were launched
 */
public record LoggedStage(int id, String name, List<LoggedTask> tasks) {
    public LoggedStage {
        tasks = tasks.stream()
                .sorted(Comparator.comparingLong(LoggedTask::launched))
                .toList();
    }

    /** Bytes that its tasks read from storage. */
    public long inputBytes() {
        return tasks.stream().mapToLong(LoggedTask::inputBytes).sum();
    }

    /** How many nodes its tasks ran on. */
    public long hosts() {
        return tasks.stream().map(LoggedTask::host).distinct().count();
    }

    /** The most tasks that ran at a time. */
    public int slots() {
        PriorityQueue<Long> ends = new PriorityQueue<>();
        int most = 0;
        for (LoggedTask task : tasks) {
            while (!ends.isEmpty() && ends.peek() <= task.launched()) {
                ends.poll();
            }
            ends.add(task.finished());
            most = Math.max(most, ends.size());
        }
        return most;
    }

    /** From the first launch to the last end, seconds. */
    public double seconds() {
        return (end() - begin()) / 1e3;
    }

    /** The first launch, milliseconds since the epoch. */
    long begin() {
        return tasks.isEmpty() ? 0 : tasks.get(0).launched();
    }

    /** The last end, milliseconds since the epoch. */
    long end() {
        return tasks.stream().mapToLong(LoggedTask::finished).max().orElse(0);
    }

    /** The mean number of its tasks that run on a node at a time; at least 1. */
    double atATimeOnANode() {
        double busy = tasks.stream().mapToLong(LoggedTask::millis).sum() / 1e3;
        return seconds() == 0 ? 1 : Math.max(1, busy / seconds() / hosts());
    }

    /**
     * Seconds until the last task ends if tasks run in the order of their launches on as many slots as were used.
     *
     * @param saved seconds by which each task is shorter
     */
    double replayed(List<Double> saved) {
        PriorityQueue<Double> free = new PriorityQueue<>(Collections.nCopies(slots(), 0.0));
        double last = 0;
        for (int t = 0; t < tasks.size(); t++) {
            Double begin = free.poll();
            double end = (begin == null ? 0 : begin) + Math.max(0, tasks.get(t).millis() / 1e3 - saved.get(t));
            free.add(end);
            last = Math.max(last, end);
        }
        return last;
    }

    /**
     * Seconds saved at most if each task is shorter by so many. Whatever their order, the stage does not end before its longest task, nor
     * before its slots have done all of the work.
     *
     * @param saved seconds by which each task is shorter
     * @param slots of the application
     * @param lasted seconds that the stage took
     */
    double savedAtMost(List<Double> saved, LoggedSlots slots, double lasted) {
        double work = 0;
        double longest = 0;
        for (int t = 0; t < tasks.size(); t++) {
            double left = Math.max(0, tasks.get(t).millis() / 1e3 - saved.get(t));
            work += left;
            longest = Math.max(longest, left);
        }
        return Math.max(0, lasted - Math.max(longest, slots.secondsFor(work, begin(), end(), slots())));
    }

    /**
     * A task in an event log.
     *
     * @param locality Spark's level: {@code PROCESS_LOCAL}, {@code NODE_LOCAL}, {@code NO_PREF}, {@code RACK_LOCAL}, {@code ANY}
     * @param launched milliseconds since the epoch
     * @param finished milliseconds since the epoch
     * @param notComputing nanoseconds without computing, garbage collection and shuffles: an upper bound of the wait for input
     */
    public record LoggedTask(
            String host, String locality, long launched, long finished, long notComputing, long inputBytes) {
        public LoggedTask {
            if (finished < launched || inputBytes < 0 || notComputing < 0) {
                throw new IllegalArgumentException("expected times in order and sizes of at least 0");
            }
        }

        /** Whether it ran where Spark knew its input to be. */
        public boolean isLocal() {
            return locality.equals("PROCESS_LOCAL") || locality.equals("NODE_LOCAL");
        }

        /** Whether Spark knew of a better place. */
        public boolean isRemote() {
            return locality.equals("RACK_LOCAL") || locality.equals("ANY");
        }

        long millis() {
            return finished - launched;
        }
    }
}
