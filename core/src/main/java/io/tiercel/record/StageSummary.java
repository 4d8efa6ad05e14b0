package io.tiercel.record;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * The summary of one stage attempt.
 *
 * @param app the application's id
 * @param stage the stage's id
 * @param attempt the stage's attempt, from 0
 * @param name the stage's name as the engine shows it
 * @param policy the policy in force
 * @param tasks of the stage
 * @param reads where its tasks read
 * @param scheduling time of its rounds
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

        private static Map<ReadPlace, Integer> complete(Map<ReadPlace, Integer> counts) {
            EnumMap<ReadPlace, Integer> all = new EnumMap<>(ReadPlace.class);
            for (ReadPlace place : ReadPlace.values()) {
                all.put(place, counts.getOrDefault(place, 0));
            }
            return Collections.unmodifiableMap(all);
        }
    }
}
