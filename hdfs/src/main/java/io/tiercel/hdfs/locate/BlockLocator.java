package io.tiercel.hdfs.locate;

import io.tiercel.hdfs.BackgroundExecutor;
import io.tiercel.hdfs.BackgroundExecutor.DaemonPool;
import io.tiercel.hdfs.host.HostRegistry;
import io.tiercel.hdfs.locate.FileRange.FileVersion;
import io.tiercel.hdfs.locate.RangeLocations.LocationMiss;
import io.tiercel.hdfs.locate.RangeLocations.RangeLocation;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.security.UserGroupInformation;
import org.jspecify.annotations.Nullable;

/**
 * Finds the replicas of a task's input, with nodes and tiers. Few background threads ask name nodes, with batched calls. Requests
 * for the same file share one lookup, and answers are kept for readers of the same version. A caller gets what is known at
 * once, may wait within a budget, and may look again later.
 *
 * <p>A location is a hint. A data node that died is listed by HDFS for another ten minutes and more; a task sent to its
 * host then reads from elsewhere and costs time, never correctness. Files in encryption zones are located like others.
 *
 * <p>Thread-safe.
 */
public final class BlockLocator implements AutoCloseable {
    private static final Duration WARM_UP_WAIT = Duration.ofSeconds(2);

    private final HostRegistry hosts;
    private final FileSystems fileSystems;
    private final LocationCache cache;
    private final LookupService service;
    private final BackgroundExecutor background;
    private final ConcurrentHashMap<LocationCache.Key, PendingLookup> underWay = new ConcurrentHashMap<>();
    private volatile boolean closed;

    /** @param hosts where data nodes get their indices; stays the caller's to close */
    public BlockLocator(Configuration conf, HostRegistry hosts, LocatorSettings settings) {
        this(
                new LocatorFileSystems(conf, settings.callTimeout()),
                hosts,
                settings,
                new DaemonPool("tiercel-locator", settings.threads()));
    }

    BlockLocator(FileSystems fileSystems, HostRegistry hosts, LocatorSettings settings, BackgroundExecutor background) {
        this.hosts = hosts;
        this.fileSystems = fileSystems;
        this.cache = new LocationCache(settings.timeToLive().toNanos(), settings.cachedBlocks());
        this.background = background;
        this.service = new LookupService(
                fileSystems, hosts, background, settings.giveUpAfter().toNanos(), new Answers());
    }

    public HostRegistry hosts() {
        return hosts;
    }

    /**
     * Asks, as the user of the calling thread, and returns at once: no call is made to any file system on this thread.
     * The result holds what the cache knows.
     */
    public LocationRequest request(List<FileRange> ranges) {
        LocationRequest request = new LocationRequest(List.copyOf(ranges));
        UserGroupInformation user;
        try {
            user = UserGroupInformation.getCurrentUser();
        } catch (IOException e) {
            return missed(request, LocationMiss.Why.PERMISSION_DENIED, "no user to ask as: " + e.getMessage());
        }
        if (closed) {
            return missed(request, LocationMiss.Why.CANCELLED, "the block locator is closed");
        }
        List<PendingLookup> started = new ArrayList<>();
        positionsByFile(request.ranges()).forEach((file, positions) -> {
            PendingLookup.Waiter waiter =
                    new PendingLookup.Waiter(request, positions, file.expected(), background.now());
            answerOrJoin(file.path(), waiter, user).ifPresent(started::add);
        });
        service.start(started);
        return request;
    }

    /**
     * Warms up: connects to the default file system as the user of the calling thread and makes one request, so that an
     * application's first request pays for neither connection nor class loading. It lists the root directory and {@code /tmp}.
     * Takes up to two call timeouts; requests meanwhile do not wait for it, and no later request uses its answers.
     *
     * @throws IOException if the file system does not answer, or not this user
     */
    public void warmUp() throws IOException {
        UserGroupInformation user = UserGroupInformation.getCurrentUser();
        Path root = new Path("/");
        FileSystems.Key key = new FileSystems.Key(fileSystems.uriOf(root), user);
        if (closed || service.whyNotLocated(key.uri()).isPresent()) {
            return;
        }
        fileSystems.open(key).listLocatedStatus(root).hasNext();
        // It answers, so what is asked for now ends soon: two paths, to go the way of requests for several files.
        List<FileRange> directories = List.of(new FileRange(root, 0, 0), new FileRange(new Path("/tmp"), 0, 0));
        request(directories).await(WARM_UP_WAIT);
        warmUpAnswer();
    }

    /** Handles the locations of a file that does not exist; directories have none. */
    private static void warmUpAnswer() throws IOException {
        String address = "127.0.0.1:9866";
        String[] host = {"nowhere"};
        String[] topology = {HostRegistry.DEFAULT_RACK + "/" + address};
        BlockLocation block = new BlockLocation(
                new String[] {address},
                host,
                host,
                topology,
                new String[1],
                new StorageType[] {StorageType.SSD},
                0,
                1,
                false);
        try (HostRegistry registry = new HostRegistry()) {
            FileBlocks blocks = new FileBlocks(
                    new FileVersion(1, 1), new ExtentMapper(registry).of(new BlockLocation[] {block}, Map.of()));
            blocks.intersect(0, 1);
        }
    }

    /**
     * Forgets files with replicas on {@code host}, which the caller has found dead or changed; the next request asks again.
     * HDFS may list the host for a while, so callers leave out nodes without slots themselves.
     */
    public void invalidate(String host) {
        int node = hosts.node(host);
        background.run(() -> cache.removeNode(hosts, node));
    }

    @Override
    public void close() {
        closed = true;
        background.close();
        List.copyOf(underWay.values())
                .forEach(lookup -> miss(lookup, LocationMiss.Why.CANCELLED, "the block locator is closed"));
        fileSystems.close();
    }

    private record File(Path path, @Nullable FileVersion expected) {}

    private static Map<File, List<Integer>> positionsByFile(List<FileRange> ranges) {
        Map<File, List<Integer>> positions = new LinkedHashMap<>();
        for (int range = 0; range < ranges.size(); range++) {
            FileRange asked = ranges.get(range);
            positions
                    .computeIfAbsent(new File(asked.path(), asked.expected()), file -> new ArrayList<>())
                    .add(range);
        }
        return positions;
    }

    private static LocationRequest missed(LocationRequest request, LocationMiss.Why why, String detail) {
        for (int range = 0; range < request.ranges().size(); range++) {
            Path path = request.ranges().get(range).path();
            request.answer(range, RangeLocation.missed(new LocationMiss(path, why, detail)));
        }
        return request;
    }

    /** @return the lookup to start, if a new one is needed */
    private Optional<PendingLookup> answerOrJoin(Path path, PendingLookup.Waiter waiter, UserGroupInformation user) {
        FileSystems.Key fileSystem = new FileSystems.Key(fileSystems.uriOf(path), user);
        Optional<String> whyNot = service.whyNotLocated(fileSystem.uri());
        if (whyNot.isPresent()) {
            LocationMiss miss = new LocationMiss(path, LocationMiss.Why.NOT_LOCATED, whyNot.get());
            waiter.answer(range -> RangeLocation.missed(miss));
            return Optional.empty();
        }
        LocationCache.Key key = new LocationCache.Key(user.getUserName(), path);
        FileBlocks cached = cache.get(key, waiter.expected(), waiter.joinedAt());
        if (cached != null) {
            answer(waiter, cached);
            return Optional.empty();
        }
        return join(key, fileSystem, waiter);
    }

    private Optional<PendingLookup> join(
            LocationCache.Key key, FileSystems.Key fileSystem, PendingLookup.Waiter waiter) {
        while (true) {
            PendingLookup fresh = new PendingLookup(key, fileSystem, waiter.joinedAt());
            PendingLookup lookup = underWay.computeIfAbsent(key, k -> fresh);
            if (lookup.join(waiter)) {
                return lookup == fresh ? Optional.of(fresh) : Optional.empty();
            }
            underWay.remove(key, lookup);
        }
    }

    private static void answer(PendingLookup.Waiter waiter, FileBlocks blocks) {
        waiter.answer(range -> RangeLocation.located(blocks.intersect(range.start(), range.length())));
    }

    private void miss(PendingLookup lookup, LocationMiss.Why why, String detail) {
        underWay.remove(lookup.key, lookup);
        LocationMiss miss = new LocationMiss(lookup.key.path(), why, detail);
        lookup.finish().forEach(waiter -> waiter.answer(range -> RangeLocation.missed(miss)));
    }

    private final class Answers implements LookupService.Outcome {
        @Override
        public void found(PendingLookup lookup, FileBlocks blocks, long askedAt) {
            cache.put(lookup.key, blocks, askedAt);
            underWay.remove(lookup.key, lookup);
            for (PendingLookup.Waiter waiter : lookup.finish()) {
                if (waiter.missedBy(blocks.version(), askedAt)) {
                    join(lookup.key, lookup.fileSystem, waiter).ifPresent(again -> service.start(List.of(again)));
                } else {
                    answer(waiter, blocks);
                }
            }
        }

        @Override
        public void missed(PendingLookup lookup, LocationMiss.Why why, String detail) {
            miss(lookup, why, detail);
        }
    }
}
