package io.tiercel.sim.shared;

import io.tiercel.cache.EvictionPolicy;
import io.tiercel.model.Preconditions;
import io.tiercel.transfer.TransferPolicy;

/**
 * Storage apart from the cluster. All first files lie there; nodes may cache blocks of them on their disks.
 *
 * @param bytesPerSecond bandwidth of the link to it, which all readers share; above 0
 * @param fill who fills the caches
 * @param cacheBytes room of each node's cache; at least 0
 * @param eviction what leaves a full cache first
 */
public record SharedStorageSpec(long bytesPerSecond, CacheFill fill, long cacheBytes, EvictionPolicy eviction) {
    public SharedStorageSpec {
        Preconditions.atLeast("bytes per second", bytesPerSecond, 1);
        Preconditions.nonNegative("cache bytes", cacheBytes);
    }

    /** Who fills the caches. */
    public enum CacheFill {
        /** Nobody: there are none. */
        NOBODY,
        /** A task that reads a block that is in no cache: into its own node's. */
        READERS,
        /** MixApart's transfer scheduler, jobs in the order in which they began. Tasks wait until a transfer of their input has begun. */
        FIFO_TRANSFERS,
        /** The same, but the job with the fewest cached blocks to analyse comes first. */
        FAIR_TRANSFERS;

        public boolean isByTransfers() {
            return this == FIFO_TRANSFERS || this == FAIR_TRANSFERS;
        }

        TransferPolicy policy() {
            return this == FAIR_TRANSFERS ? TransferPolicy.FAIR : TransferPolicy.FIFO;
        }
    }
}
