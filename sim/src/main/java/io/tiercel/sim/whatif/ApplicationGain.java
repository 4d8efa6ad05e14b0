package io.tiercel.sim.whatif;

import io.tiercel.sim.whatif.LoggedApplication.Facts;
import io.tiercel.sim.whatif.LoggedApplication.StageInput;
import io.tiercel.sim.whatif.LoggedStage.LoggedTask;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;

/**
 * Bounds of what an application could have gained from each means, by its log (decision 1212).
 *
 * @param bounds seconds by means; a means that cannot serve the application is missing
 * @param all seconds of all means together
 */
public record ApplicationGain(Facts facts, Reads reads, Map<Means, GainBounds> bounds, GainBounds all) {
    /** Below this part of its duration nobody would see a gain. */
    public static final double VISIBLE = 0.01;

    private static final double LITTLE_WAITING = 0.05;
    private static final double LITTLE_READING = 0.1;

    public ApplicationGain {
        bounds = Map.copyOf(bounds);
    }

    /** Why an application gains nothing. */
    public enum Obstacle {
        /** No task has ended well. */
        NO_TASKS,

        /** No stage read anything that Spark counts. */
        NO_INPUT,

        /** Its input lies where no means can serve it. */
        OTHER_STORAGE,

        /** Tasks that read hardly waited. */
        PROCESSOR,

        /** Stages that read are a small part of its time. */
        SHORT_READS,

        /** Other tasks of the same stages took as long without waiting. */
        OTHER_TASKS
    }

    /**
     * What its stages read.
     *
     * @param stages that have tasks
     * @param reading stages that read
     * @param unnamed reading stages whose input the log does not name
     * @param bytes of input
     * @param hosts that its tasks ran on
     * @param local part of the reading tasks that ran at their input; 0 if there are none
     * @param remote part of the reading tasks for which Spark knew a better place
     * @param waited part of the reading tasks' time in which they neither computed, nor collected garbage, nor shuffled
     * @param seconds in which a reading stage ran
     */
    public record Reads(
            int stages,
            int reading,
            int unnamed,
            long bytes,
            int hosts,
            double local,
            double remote,
            double waited,
            double seconds,
            Set<Storage> storages,
            SortedSet<String> paths) {
        /** Whether Spark may know places of what it read. */
        public boolean hasPlaces() {
            return storages.stream().anyMatch(Storage::isInHdfs);
        }
    }

    /** Bounds by a log, and by what the user has said of the cluster. */
    public static ApplicationGain of(LoggedApplication application, Stated stated) {
        Facts facts = application.facts();
        Reads reads = reads(application);
        Map<String, Long> firstEnds = firstEnds(application);
        Set<Integer> alone = alone(application);
        Map<Means, GainBounds> bounds = new EnumMap<>(Means.class);
        GainBounds all = GainBounds.NONE;
        for (StageInput input : application.stages()) {
            Map<Means, GainBounds> ofStage = StageBounds.of(
                    input, application.slots(), facts.isLocal(), firstEnds.getOrDefault(input.query(), 0L), stated);
            GainBounds best = GainBounds.NONE;
            for (Map.Entry<Means, GainBounds> each : ofStage.entrySet()) {
                // Beside other stages, a shorter stage may not shorten the application.
                double least =
                        alone.contains(input.stage().id()) ? each.getValue().least() : 0;
                GainBounds counted = new GainBounds(least, each.getValue().most());
                bounds.merge(each.getKey(), counted, GainBounds::plus);
                best = best.or(counted);
            }
            all = all.plus(best);
        }
        bounds.replaceAll((means, sum) -> sum.within(reads.seconds()));
        return new ApplicationGain(facts, reads, bounds, all.within(reads.seconds()));
    }

    /** Whether somebody would see the upper bound. */
    public boolean isVisible() {
        return isVisible(all);
    }

    /** Whether somebody would see the upper bound of this gain. */
    public boolean isVisible(GainBounds gain) {
        return gain.most() > 0 && gain.most() >= VISIBLE * facts.seconds();
    }

    /** Why it gains nothing; empty if it does. */
    public Optional<Obstacle> obstacle() {
        if (isVisible()) {
            return Optional.empty();
        }
        if (reads.stages() == 0) {
            return Optional.of(Obstacle.NO_TASKS);
        }
        if (reads.reading() == 0) {
            return Optional.of(Obstacle.NO_INPUT);
        }
        if (reads.storages().stream().noneMatch(each -> each.isServed(facts.isLocal()))) {
            return Optional.of(Obstacle.OTHER_STORAGE);
        }
        if (reads.waited() < LITTLE_WAITING) {
            return Optional.of(Obstacle.PROCESSOR);
        }
        return Optional.of(
                reads.seconds() < LITTLE_READING * facts.seconds() ? Obstacle.SHORT_READS : Obstacle.OTHER_TASKS);
    }

    private static Reads reads(LoggedApplication application) {
        List<StageInput> reading =
                application.stages().stream().filter(StageInput::isReading).toList();
        Set<String> hosts = new HashSet<>();
        application.stages().forEach(each -> each.stage().tasks().forEach(task -> hosts.add(task.host())));
        Set<Storage> storages = new HashSet<>();
        reading.forEach(each -> storages.addAll(each.storages()));
        List<LoggedTask> tasks = reading.stream()
                .flatMap(each -> each.stage().tasks().stream())
                .filter(task -> task.inputBytes() > 0)
                .toList();
        double millis = tasks.stream().mapToLong(LoggedTask::millis).sum();
        double nanos = tasks.stream().mapToLong(LoggedTask::notComputing).sum();
        return new Reads(
                application.stages().size(),
                reading.size(),
                (int) reading.stream().filter(each -> each.paths().isEmpty()).count(),
                reading.stream().mapToLong(each -> each.stage().inputBytes()).sum(),
                hosts.size(),
                share(tasks.stream().filter(LoggedTask::isLocal).count(), tasks.size()),
                share(tasks.stream().filter(LoggedTask::isRemote).count(), tasks.size()),
                share(nanos / 1e6, millis),
                secondsOfAny(reading),
                Set.copyOf(storages),
                application.paths());
    }

    private static double share(double part, double whole) {
        return whole == 0 ? 0 : part / whole;
    }

    /** When the first task of each query ended. */
    private static Map<String, Long> firstEnds(LoggedApplication application) {
        Map<String, Long> ends = new HashMap<>();
        for (StageInput each : application.stages()) {
            each.stage().tasks().forEach(task -> ends.merge(each.query(), task.finished(), Math::min));
        }
        return ends;
    }

    /** Seconds in which at least one of the stages ran. */
    private static double secondsOfAny(List<StageInput> stages) {
        long millis = 0;
        long until = Long.MIN_VALUE;
        for (StageInput each : byBegin(stages)) {
            long begin = Math.max(until, each.stage().begin());
            millis += Math.max(0, each.stage().end() - begin);
            until = Math.max(until, each.stage().end());
        }
        return millis / 1e3;
    }

    /** Ids of the stages that ran while no other did. */
    private static Set<Integer> alone(LoggedApplication application) {
        List<StageInput> sorted = byBegin(application.stages());
        Set<Integer> alone = new HashSet<>();
        long until = Long.MIN_VALUE;
        for (int i = 0; i < sorted.size(); i++) {
            LoggedStage stage = sorted.get(i).stage();
            boolean isFollowed =
                    i + 1 < sorted.size() && sorted.get(i + 1).stage().begin() < stage.end();
            if (until <= stage.begin() && !isFollowed) {
                alone.add(stage.id());
            }
            until = Math.max(until, stage.end());
        }
        return alone;
    }

    private static List<StageInput> byBegin(List<StageInput> stages) {
        List<StageInput> sorted = new ArrayList<>(stages);
        sorted.sort(Comparator.comparingLong(each -> each.stage().begin()));
        return sorted;
    }
}
