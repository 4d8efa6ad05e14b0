package io.tiercel.demo.placement;

import io.tiercel.demo.cluster.DemoSettings;
import io.tiercel.demo.placement.PolicyComparison.PlacementTrial;
import io.tiercel.demo.report.TaskTiers;
import io.tiercel.demo.run.JobTrial;
import io.tiercel.record.ReadPlace;
import java.util.Map;

/** Trials to test with. */
final class PlacementTrials {
    private PlacementTrials() {}

    static PlacementTrial trial(int round, String policy, String job, double seconds, String sha256) {
        boolean stock = policy.equals(DemoSettings.BASELINE);
        return new PlacementTrial(
                policy,
                job,
                new JobTrial(
                        round,
                        seconds,
                        3 * seconds,
                        tiers(stock ? 1 : 3, stock ? 2 : 0),
                        stock ? Map.of("SSD", 10L, "HDD", 20L, "PAGE_CACHE", 0L) : Map.of("SSD", 30L, "HDD", 0L),
                        1,
                        sha256));
    }

    /** Three tasks, all of which could have read from SSD. */
    static TaskTiers tiers(long ssd, long hdd) {
        return new TaskTiers(
                3, ssd, Map.of(ReadPlace.SSD, 3L), Map.of(ReadPlace.SSD, ssd, ReadPlace.HDD, hdd), 100, 900, 5);
    }
}
