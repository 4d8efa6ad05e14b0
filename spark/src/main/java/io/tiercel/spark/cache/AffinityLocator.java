package io.tiercel.spark.cache;

import io.tiercel.hdfs.host.HostRegistry;
import io.tiercel.hdfs.locate.FileRange;
import io.tiercel.hdfs.locate.RangeLocations;
import io.tiercel.spark.input.StageInput.InputLocator;
import java.util.List;

/**
 * Locates input on shared storage by consistent hashing, and leaves other input to another locator. Caches that know nothing of each
 * other do so: Alluxio's clients hash paths, Presto's soft affinity hashes sections of files. Nobody asks the store or the caches.
 */
final class AffinityLocator implements InputLocator {
    /** The size of Spark's splits by default, so a task reads from one host. */
    private static final long CHUNK_BYTES = 128L << 20;

    private final SharedPaths paths;
    private final HostRegistry registry;
    private final AffinityHosts hosts;
    private final InputLocator others;

    AffinityLocator(SharedPaths paths, HostRegistry registry, AffinityHosts hosts, InputLocator others) {
        this.paths = paths;
        this.registry = registry;
        this.hosts = hosts;
        this.others = others;
    }

    @Override
    public RangeLocations locate(List<FileRange> ranges) {
        return JoinedLocations.locate(
                ranges, paths, shared -> new AffinityLocations(shared, registry, hosts, CHUNK_BYTES), others);
    }
}
