package io.tiercel.migrate.bind;

import io.tiercel.migrate.ledger.DeviceId;
import io.tiercel.model.BlockId;
import io.tiercel.model.Preconditions;
import java.util.List;

/**
 * A block that is to come into memory and is bound to no device yet.
 *
 * @param offset bytes from the start of its file, where a file is known
 * @param replicas the devices that hold a copy, in the order in which ties are broken
 */
public record PendingMigration(BlockId block, long offset, long bytes, List<DeviceId> replicas) {
    public PendingMigration {
        Preconditions.atLeast("bytes", bytes, 1);
        replicas = List.copyOf(replicas);
    }

    /** A block of which no file is known. */
    public PendingMigration(BlockId block, long bytes, List<DeviceId> replicas) {
        this(block, 0, bytes, replicas);
    }
}
