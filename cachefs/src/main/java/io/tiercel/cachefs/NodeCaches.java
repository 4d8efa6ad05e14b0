package io.tiercel.cachefs;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The caches of this process, one for each directory. They live as long as the process. */
public final class NodeCaches {
    private static final Logger LOG = LoggerFactory.getLogger(NodeCaches.class);

    private static final Map<Path, CacheDirectory> CACHES = new ConcurrentHashMap<>();

    /** Names of directories that are none, and that the log has told. */
    private static final Set<String> INVALID = ConcurrentHashMap.newKeySet();

    private NodeCaches() {}

    /** Those that can be used now. */
    static List<NodeCache> all() {
        return CACHES.values().stream().flatMap(each -> each.cache().stream()).toList();
    }

    /** Where this process' user has a cache below a directory that all users share. */
    public static Path ofUser(Path directory) {
        return directory.toAbsolutePath().normalize().resolve("tiercel-cache-" + System.getProperty("user.name"));
    }

    /**
     * The cache of a directory. The first caller's budget and eviction count. Ask again for each file: a directory that cannot be used now
     * may be usable a minute later.
     *
     * @return empty if there is none, or if it cannot be used now; the log says why, once
     */
    public static Optional<NodeCache> of(CacheSettings settings) {
        if (settings.directory().isEmpty()) {
            return Optional.empty();
        }
        String name = settings.directory().get();
        try {
            Path directory = ofUser(Path.of(name));
            return CACHES.computeIfAbsent(
                            directory,
                            key -> new CacheDirectory(
                                    key, settings.budgetBytes(), settings.eviction(), System::nanoTime, LOG))
                    .cache();
        } catch (InvalidPathException e) {
            if (INVALID.add(name)) {
                LOG.warn(
                        "Tiercel: {}: expected a directory, got '{}': reading without a cache",
                        CacheKeys.DIRECTORY,
                        e.getInput());
            }
            return Optional.empty();
        }
    }
}
