package io.tiercel.record;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The summary of one stage attempt.
 *
 * @param attempt of the stage, from 0
 * @param name as the engine shows it
 */
public record StageSummary(
        String app,
        int stage,
        int attempt,
        String name,
        String policy,
        int tasks,
        Reads reads,
        SchedulingTime scheduling) {
    /** The summary as a line of the log: {@code stage 3 (count at App.java:12) under trident: …}. */
    public String text() {
        return String.format(
                Locale.ROOT,
                "stage %d%s (%s) under %s: %s; %s",
                stage,
                attempt == 0 ? "" : " attempt " + attempt,
                name,
                policy,
                reads.text(),
                scheduling.text());
    }

    /**
     * Tasks by where they read; a place without tasks may be absent from a map, and is 0.
     *
     * @param launched how many task attempts were launched; the sum of each of the maps
     * @param possible their best place, over the nodes where the job had a slot
     * @param happened the place where they ran
     * @param bestHits how many ran at their best possible place
     */
    public record Reads(
            int launched, Map<ReadPlace, Integer> possible, Map<ReadPlace, Integer> happened, int bestHits) {
        public Reads {
            possible = complete(possible);
            happened = complete(happened);
        }

        String text() {
            return String.format(
                    Locale.ROOT,
                    "%d of %d task attempts read at their best place (possible: %s; happened: %s)",
                    bestHits,
                    launched,
                    text(possible),
                    text(happened));
        }

        private static String text(Map<ReadPlace, Integer> counts) {
            String some = counts.entrySet().stream()
                    .filter(each -> each.getValue() > 0)
                    .map(each -> each.getKey() + " " + each.getValue())
                    .collect(Collectors.joining(", "));
            return some.isEmpty() ? "none" : some;
        }

        private static Map<ReadPlace, Integer> complete(Map<ReadPlace, Integer> counts) {
            EnumMap<ReadPlace, Integer> all = new EnumMap<>(ReadPlace.class);
            for (ReadPlace place : ReadPlace.values()) {
                all.put(place, counts.getOrDefault(place, 0));
            }
            return Collections.unmodifiableMap(all);
        }
    }

    /**
     * Scheduling times.
     *
     * @param medianMicros median time of a round of assignment, microseconds
     * @param maxMicros the longest round, microseconds
     * @param rounds how many rounds there were
     * @param heldMillis that slots were kept free for a better task, summed over slots, milliseconds
     */
    public record SchedulingTime(long medianMicros, long maxMicros, int rounds, long heldMillis) {
        /** The times of a stage that still runs. */
        public static final SchedulingTime NONE = new SchedulingTime(0, 0, 0, 0);

        /** Two clauses, for the log and the tab. */
        public String text() {
            return String.format(
                    Locale.ROOT,
                    "scheduling took %s in the median of %d rounds, %s at most; slots held for %d ms",
                    micros(medianMicros),
                    rounds,
                    micros(maxMicros),
                    heldMillis);
        }

        private static String micros(long micros) {
            return micros < 1000 ? micros + " \u00b5s" : String.format(Locale.ROOT, "%.1f ms", micros / 1000.0);
        }
    }
}
