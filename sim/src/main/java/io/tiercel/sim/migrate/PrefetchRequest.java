package io.tiercel.sim.migrate;

import io.tiercel.sim.cluster.Device;
import io.tiercel.sim.storage.StoredBlock;
import java.util.Optional;

/**
 * A block to be brought into memory.
 *
 * @param from the device that the plan reads; empty if the plan relies on others' requests
 * @param ready seconds from now until the plan has the block in memory
 */
public record PrefetchRequest(StoredBlock block, Optional<Device> from, double ready) {}
