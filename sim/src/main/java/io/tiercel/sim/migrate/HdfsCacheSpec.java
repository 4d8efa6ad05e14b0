package io.tiercel.sim.migrate;

import io.tiercel.model.Preconditions;

/**
 * A file system's own cache.
 *
 * @param atOnce blocks of a device at a time, at least 1
 * @param initNanos nanoseconds from a request until its node knows of it
 */
public record HdfsCacheSpec(int atOnce, long initNanos) implements PrefetchSpec.Carrier {
    /**
     * HDFS' cache in Trident: four threads for each volume ({@code dfs.datanode.fsdatasetcache.max.threads.per.volume}), and one second
     * (section 4.1, {@code TimeToInitCache}).
     */
    public static final HdfsCacheSpec HDFS = new HdfsCacheSpec(4, 1_000_000_000L);

    public HdfsCacheSpec {
        Preconditions.atLeast("at once", atOnce, 1);
        if (initNanos < 0) {
            throw new IllegalArgumentException("init: expected at least 0 ns, got " + initNanos);
        }
    }

    @Override
    public long pollInterval() {
        return 1_000_000_000L;
    }
}
