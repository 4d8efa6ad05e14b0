package io.tiercel.spark.cache;

import io.tiercel.hdfs.host.HostRegistry;
import io.tiercel.hdfs.locate.FileRange;
import io.tiercel.hdfs.locate.RangeLocations;
import io.tiercel.model.Block;
import io.tiercel.model.Replica;
import io.tiercel.model.Tier;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The locations that a ring of hosts names: one replica for each chunk, whether a cache holds it or not. Known at once. Thread-safe. */
final class AffinityLocations implements RangeLocations {
    private final List<FileRange> ranges;
    private final HostRegistry registry;
    private final AffinityHosts hosts;
    private final long chunkBytes;

    /** @param chunkBytes of a file that go to one host; counted from the file's beginning */
    AffinityLocations(List<FileRange> ranges, HostRegistry registry, AffinityHosts hosts, long chunkBytes) {
        this.ranges = List.copyOf(ranges);
        this.registry = registry;
        this.hosts = hosts;
        this.chunkBytes = chunkBytes;
    }

    @Override
    public RangeLocation known(int range) {
        FileRange asked = ranges.get(range);
        AffinityHosts.Ring ring = hosts.ring();
        List<Block> blocks = new ArrayList<>();
        long end = asked.start() + asked.length();
        for (long at = asked.start(); at < end; ) {
            long chunk = at / chunkBytes;
            long next = Math.min(end, (chunk + 1) * chunkBytes);
            List<Replica> replicas = ring
                    .hosts()
                    .host(asked.path() + "#" + chunk)
                    .map(host -> new Replica(registry.node(host), Tier.SSD))
                    .stream()
                    .toList();
            blocks.add(new Block(next - at, replicas));
            at = next;
        }
        return new RangeLocation(RangeLocation.State.LOCATED, List.copyOf(blocks), null);
    }

    @Override
    public long generation() {
        return hosts.ring().generation();
    }

    @Override
    public int pending() {
        return 0;
    }

    @Override
    public boolean await(Duration budget) {
        return true;
    }

    @Override
    public void whenDone(Runnable listener) {
        listener.run();
    }

    @Override
    public void cancel() {}
}
