package io.tiercel.mapreduce;

import io.tiercel.assign.AssignmentPolicies;
import io.tiercel.assign.AssignmentPolicy;
import io.tiercel.assign.CostModel;
import io.tiercel.config.ConfigException;
import io.tiercel.config.Settings;
import java.time.Duration;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;

/**
 * What a job's configuration says, checked.
 *
 * @param locateBudget how long the job's first containers wait for locations, in all
 * @param recordDir where decisions are recorded; null if they are not
 * @param counts whether the job's counters say from where maps read
 * @param memory how to reach the coordinator; null without one
 */
public record MapReduceSettings(
        AssignmentPolicy policy,
        CostModel costs,
        Duration locateBudget,
        @Nullable String recordDir,
        boolean counts,
        @Nullable Memory memory) {
    /**
     * @param coordinator its address
     * @param job the job's name there; null for the job's id
     * @param prefetches whether all input is requested
     * @param prefers whether it is told which containers the job prefers
     */
    public record Memory(String coordinator, @Nullable String job, boolean prefetches, boolean prefers) {}

    /** @throws ConfigException with one line for each problem */
    public static MapReduceSettings read(Configuration conf) throws ConfigException {
        Settings own = MapReduceKeys.own(conf);
        Settings shared = MapReduceKeys.shared(conf);
        Memory memory = shared.find(MapReduceKeys.COORDINATOR)
                .map(coordinator -> new Memory(
                        coordinator,
                        own.find(MapReduceKeys.JOB).orElse(null),
                        own.get(MapReduceKeys.PREFETCH).equals(MapReduceKeys.PREFETCH_ALL),
                        own.get(MapReduceKeys.CONTAINERS)))
                .orElse(null);
        return new MapReduceSettings(
                AssignmentPolicies.named(own.get(MapReduceKeys.POLICY)),
                MapReduceKeys.costs(own),
                own.get(MapReduceKeys.LOCATE_BUDGET),
                shared.find(MapReduceKeys.RECORD_DIR).orElse(null),
                own.get(MapReduceKeys.COUNTERS),
                memory);
    }
}
