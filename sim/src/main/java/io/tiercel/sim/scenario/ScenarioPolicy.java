package io.tiercel.sim.scenario;

import io.tiercel.sim.run.StorageSpec;
import io.tiercel.sim.schedule.SchedulingSpec;

/**
 * One of the policies that a scenario compares.
 *
 * @param name as in the results
 * @param storage where blocks lie, and what memory is used for
 * @param scheduling how tasks get slots
 */
public record ScenarioPolicy(String name, StorageSpec storage, SchedulingSpec scheduling) {}
