package io.tiercel.spark.cache;

import io.tiercel.cachefs.SharedObjects;
import io.tiercel.cachefs.store.PagedObject;
import io.tiercel.hdfs.host.HostRegistry;
import io.tiercel.hdfs.locate.FileRange;
import io.tiercel.hdfs.locate.RangeLocations;
import io.tiercel.hdfs.locate.RangeLocations.LocationMiss;
import io.tiercel.spark.cache.CachedLocations.Awaiting;
import io.tiercel.spark.input.StageInput.InputLocator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.PrivilegedAction;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.security.UserGroupInformation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Locates input on shared storage by what nodes' caches hold, and leaves other input to another locator. Versions come from listings,
 * one for a directory, in the background. A directory is not listed while no cache holds anything of its files, unless transfers need the versions.
 */
public final class SharedStorageLocator implements InputLocator {
    private static final Logger LOG = LoggerFactory.getLogger(SharedStorageLocator.class);

    /** Fewer files of a directory are asked for one by one. */
    private static final int FILES_PER_LISTING = 3;

    /** Files whose objects are remembered at most. */
    private static final int MOST_KNOWN = 200_000;

    private final Configuration conf;
    private final SharedPaths paths;
    private final HostRegistry hosts;
    private final ClusterCaches caches;
    private final boolean needsVersions;
    private final InputLocator others;
    private final Executor background;

    /** Objects by file, of the version that a task expects. */
    private final Map<FileRange, PagedObject> known = new ConcurrentHashMap<>();

    private final Map<Path, PagedObject> latest = new ConcurrentHashMap<>();

    /**
     * @param needsVersions whether also directories are listed of which no cache holds anything
     * @param background asks the store
     */
    SharedStorageLocator(
            Configuration conf,
            SharedPaths paths,
            HostRegistry hosts,
            ClusterCaches caches,
            boolean needsVersions,
            InputLocator others,
            Executor background) {
        this.conf = conf;
        this.paths = paths;
        this.hosts = hosts;
        this.caches = caches;
        this.needsVersions = needsVersions;
        this.others = others;
        this.background = background;
    }

    @Override
    public RangeLocations locate(List<FileRange> ranges) {
        return JoinedLocations.locate(ranges, paths, this::locateCached, others);
    }

    private CachedLocations locateCached(List<FileRange> ranges) {
        CachedLocations answer = new CachedLocations(ranges, paths, hosts, caches);
        new Lookup(ranges, answer, currentUser()).run();
        return answer;
    }

    private static UserGroupInformation currentUser() {
        try {
            return UserGroupInformation.getCurrentUser();
        } catch (IOException e) {
            throw new UncheckedIOException("no user to ask as: " + e.getMessage(), e);
        }
    }

    /** The object of a file as it was last located. */
    Optional<PagedObject> objectOf(Path path) {
        return Optional.ofNullable(latest.get(path));
    }

    /** The file of a range in the version that its reader expects. */
    private static FileRange file(FileRange range) {
        return new FileRange(range.path(), 0, 0, range.expected());
    }

    /** Finds the objects of one request. */
    private final class Lookup {
        private final List<FileRange> ranges;
        private final CachedLocations answer;
        private final Map<Path, List<Integer>> unknown = new ConcurrentHashMap<>();

        private final UserGroupInformation user;

        Lookup(List<FileRange> ranges, CachedLocations answer, UserGroupInformation user) {
            this.ranges = ranges;
            this.answer = answer;
            this.user = user;
        }

        private void inBackground(Runnable look) {
            background.execute(() -> user.doAs((PrivilegedAction<Void>) () -> {
                look.run();
                return null;
            }));
        }

        void run() {
            for (int range = 0; range < ranges.size(); range++) {
                FileRange asked = ranges.get(range);
                // Without a version the file may be another one by now.
                PagedObject object = asked.expected() == null ? null : known.get(file(asked));
                if (object == null) {
                    unknown.computeIfAbsent(asked.path(), path -> new ArrayList<>())
                            .add(range);
                } else {
                    answer.answer(range, object);
                }
            }
            Map<Path, List<Path>> byDirectory = new LinkedHashMap<>();
            for (Path file : unknown.keySet()) {
                Path parent = file.getParent();
                byDirectory
                        .computeIfAbsent(parent == null ? file : parent, directory -> new ArrayList<>())
                        .add(file);
            }
            byDirectory.forEach((directory, files) -> inBackground(() -> lookIfCached(directory, files)));
        }

        /** Leaves a directory alone while no cache holds anything of its files. Before any node was heard, nobody knows. */
        private void lookIfCached(Path directory, List<Path> files) {
            try {
                if (needsVersions || !caches.isAnyKnown() || !awaitPages(directory, files)) {
                    look(directory, files);
                }
            } catch (RuntimeException | LinkageError e) {
                LOG.debug("it is not known whether caches hold files of {}", directory, e);
                look(directory, files);
            }
        }

        private boolean awaitPages(Path directory, List<Path> files) {
            Runnable look = () -> inBackground(() -> {
                look(directory, files);
                answer.tellLate();
            });
            Set<String> names = files.stream()
                    .flatMap(file -> SharedObjects.names(file.toString()).stream())
                    .collect(Collectors.toSet());
            if (!caches.awaitPages(names, look)) {
                return false;
            }
            for (Path file : files) {
                unknown.getOrDefault(file, List.of()).forEach(answer::assumeUncached);
            }
            answer.tell(new Awaiting() {
                @Override
                public void readingBegins() {
                    caches.reads(look);
                }

                @Override
                public void cancel() {
                    caches.cancel(look);
                }
            });
            return true;
        }

        private void look(Path directory, List<Path> files) {
            String why = "it is not in the store";
            try {
                statuses(directory, files).forEach(this::found);
            } catch (IOException | RuntimeException | LinkageError e) {
                why = e.toString();
                LOG.info("Tiercel: files of {} are not looked for in caches: {}", directory, why);
            }
            for (Path file : files) {
                List<Integer> left = unknown.remove(file);
                if (left != null) {
                    for (int range : left) {
                        answer.miss(range, LocationMiss.Why.FAILED, why);
                    }
                }
            }
        }

        private void found(Path file, FileStatus status) {
            List<Integer> waiting = unknown.remove(file);
            for (int range : waiting) {
                SharedObjects.version(status)
                        .ifPresentOrElse(
                                version -> found(range, new PagedObject(version, caches.pageBytes())),
                                () -> answer.miss(
                                        range, LocationMiss.Why.NOT_LOCATED, "the store names no version of it"));
            }
        }

        private void found(int range, PagedObject object) {
            FileRange asked = ranges.get(range);
            if (latest.size() > MOST_KNOWN) {
                latest.clear();
            }
            latest.put(asked.path(), object);
            if (asked.expected() != null && asked.expected().length() == object.length()) {
                if (known.size() > MOST_KNOWN) {
                    known.clear();
                }
                known.put(file(asked), object);
            }
            answer.answer(range, object);
        }
    }

    private Map<Path, FileStatus> statuses(Path directory, List<Path> files) throws IOException {
        Map<Path, FileStatus> statuses = new HashMap<>();
        FileSystem store = files.get(0).getFileSystem(conf);
        if (files.size() < FILES_PER_LISTING) {
            for (Path file : files) {
                statuses.put(file, store.getFileStatus(file));
            }
            return statuses;
        }
        Set<Path> wanted = Set.copyOf(files);
        for (RemoteIterator<FileStatus> listing = store.listStatusIterator(directory);
                statuses.size() < wanted.size() && listing.hasNext(); ) {
            FileStatus status = listing.next();
            if (wanted.contains(status.getPath())) {
                statuses.put(status.getPath(), status);
            }
        }
        return statuses;
    }
}
