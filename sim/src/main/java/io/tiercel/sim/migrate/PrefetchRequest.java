package io.tiercel.sim.migrate;

import io.tiercel.sim.cluster.Device;
import io.tiercel.sim.storage.StoredBlock;
import java.util.Optional;

/**
 * A block that is to be in memory.
 *
 * @param block the block
 * @param from the device that the plan reads it from; empty if the plan takes it to come in by what others have asked for
 * @param ready seconds from now until the plan has it in memory
 */
public record PrefetchRequest(StoredBlock block, Optional<Device> from, double ready) {}
