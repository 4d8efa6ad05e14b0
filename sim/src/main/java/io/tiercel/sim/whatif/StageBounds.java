package io.tiercel.sim.whatif;

import io.tiercel.sim.whatif.LoggedApplication.StageInput;
import io.tiercel.sim.whatif.LoggedStage.LoggedTask;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/**
 * Bounds of what each means could have saved of a stage. A log does not tell which part of a task's wait was for input, so the upper bound
 * takes it all. The lower bound takes what the log shows or the user states (decision 1212).
 */
final class StageBounds {
    /** With fewer local tasks a quantile of their waits says little. */
    static final int ENOUGH_LOCAL_TASKS = 10;

    private static final double SLOW = 0.9;

    private final LoggedStage stage;
    private final LoggedSlots slots;

    /** When the stage's first task ended on each host, in milliseconds since the epoch. */
    private final Map<String, Long> firstEnds = new HashMap<>();

    private StageBounds(LoggedStage stage, LoggedSlots slots) {
        this.stage = stage;
        this.slots = slots;
        stage.tasks().forEach(task -> firstEnds.merge(task.host(), task.finished(), Math::min));
    }

    /**
     * Bounds by means; means that cannot serve the stage have none. That of prefetching is beyond placement.
     *
     * @param slots of the application
     * @param isLocal whether the application ran in one process
     * @param firstEnd when the first task of its query ended, in milliseconds since the epoch. Tasks that started before could not be
     *     prefetched for
     */
    static Map<Means, GainBounds> of(
            StageInput input, LoggedSlots slots, boolean isLocal, long firstEnd, Stated stated) {
        Map<Means, GainBounds> bounds = new EnumMap<>(Means.class);
        if (input.isReading()) {
            new StageBounds(input.stage(), slots).fill(bounds, input.storages(), isLocal, firstEnd, stated);
        }
        return bounds;
    }

    private void fill(
            Map<Means, GainBounds> bounds, Set<Storage> storages, boolean isLocal, long firstEnd, Stated stated) {
        double most = atMost(StageBounds::waited, mayHoldSlots());
        if (storages.stream().anyMatch(Storage::isInHdfs)) {
            boolean isCertain = storages.equals(Set.of(Storage.HDFS));
            double local = isCertain && stated.isEven() ? gainAtInput() : 0;
            double memory = isCertain ? stated.devices().map(this::gainInMemory).orElse(0.0) : 0;
            if (!isLocal) {
                bounds.put(Means.PLACEMENT, GainBounds.of(local, most));
            }
            bounds.put(Means.MEMORY, GainBounds.of(Math.max(local, memory), most));
            bounds.put(
                    Means.PREFETCH,
                    GainBounds.of(0, atMost(task -> task.launched() < firstEnd ? 0 : waited(task), false)));
        }
        if (storages.stream().anyMatch(each -> each.isCached(isLocal))) {
            bounds.put(Means.CACHE, GainBounds.of(0, most));
        }
        bounds.values().removeIf(each -> each.most() == 0);
    }

    /**
     * Whether Spark may have kept slots free for tasks that had their input elsewhere. No other means than a better place ends that wait; the
     * log does not tell it from other reasons of a free slot.
     */
    private boolean mayHoldSlots() {
        return stage.tasks().stream()
                .anyMatch(task -> task.isRemote() || task.locality().equals("NODE_LOCAL"));
    }

    private double withoutIdling() {
        return stage.replayed(stage.tasks().stream().map(any -> 0.0).toList());
    }

    /**
     * Seconds by which the stage is shorter at most if each task is shorter by so many; 0 if none is.
     *
     * @param fillsSlots whether slots that were free count as well
     */
    private double atMost(ToDoubleFunction<LoggedTask> saved, boolean fillsSlots) {
        List<Double> each = each(saved);
        if (each.stream().allMatch(seconds -> seconds == 0)) {
            return 0;
        }
        return fillsSlots
                ? stage.savedAtMost(each, slots, stage.seconds())
                : stage.savedAtMost(each, LoggedSlots.UNKNOWN, withoutIdling());
    }

    /** Seconds by which the stage is shorter if each task is shorter by so many, and tasks keep their order. */
    private double gain(ToDoubleFunction<LoggedTask> saved) {
        return Math.min(stage.seconds(), withoutIdling() - stage.replayed(each(saved)));
    }

    private List<Double> each(ToDoubleFunction<LoggedTask> saved) {
        return stage.tasks().stream()
                .map(task -> Math.max(0, saved.applyAsDouble(task)))
                .toList();
    }

    private static double waited(LoggedTask task) {
        return task.inputBytes() == 0 ? 0 : task.notComputing() / 1e9;
    }

    /** Waits of a node's first tasks are for loading code as well, at the same time. What a better place saves of them is not known. */
    private boolean isFirst(LoggedTask task) {
        return task.launched() < firstEnds.getOrDefault(task.host(), Long.MAX_VALUE);
    }

    /** At its input, a task would have waited per byte as long as the slowest tenth of the stage's local tasks. */
    private double gainAtInput() {
        double secondsPerByte = secondsPerByteOfLocalTasks();
        return gain(task -> task.isRemote() && task.inputBytes() > 0 && !isFirst(task)
                ? waited(task) - secondsPerByte * task.inputBytes()
                : 0);
    }

    /** Infinite if the stage has too few local tasks. */
    private double secondsPerByteOfLocalTasks() {
        double[] sorted = stage.tasks().stream()
                .filter(task -> task.isLocal() && task.inputBytes() > 0)
                .mapToDouble(task -> waited(task) / task.inputBytes())
                .sorted()
                .toArray();
        return sorted.length < ENOUGH_LOCAL_TASKS
                ? Double.POSITIVE_INFINITY
                : sorted[(int) Math.ceil(SLOW * sorted.length) - 1];
    }

    /**
     * The input was read by one task at a time on its node, at the full speed of where it is said to have lain. Reads from memory share its
     * bandwidth with as many tasks as the stage had slots on a node.
     */
    private double gainInMemory(Assumptions assumed) {
        double room = (double) assumed.memoryBytes() * stage.hosts();
        double fits = Math.min(1, room / stage.inputBytes());
        double slotsOnANode = Math.max(1, (double) stage.slots() / stage.hosts());
        return gain(task -> isFirst(task)
                ? 0
                : Math.min(waited(task), task.inputBytes() * assumed.before(task.isRemote(), 1))
                        - task.inputBytes() * assumed.after(fits, slotsOnANode));
    }
}
