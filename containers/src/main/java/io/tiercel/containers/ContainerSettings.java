package io.tiercel.containers;

import io.tiercel.assign.AssignmentPolicy;
import io.tiercel.assign.CostModel;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * An application's configuration, checked.
 *
 * @param locateBudget how long the job's first containers wait at most, in all: for locations, the coordinator and a ResourceManager
 * @param recordDir where decisions are recorded; null if they are not
 * @param memory how to reach the coordinator; null without one
 */
public record ContainerSettings(
        AssignmentPolicy policy,
        CostModel costs,
        Duration locateBudget,
        @Nullable String recordDir,
        @Nullable Memory memory) {
    /**
     * @param coordinator its address
     * @param job the job's name there; null for the job's id
     * @param prefetches whether all input is requested
     * @param prefers whether the job sends its preferences for containers
     */
    public record Memory(String coordinator, @Nullable String job, boolean prefetches, boolean prefers) {}
}
