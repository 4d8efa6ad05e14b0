package io.tiercel.cachefs;

import io.tiercel.cachefs.peer.Peer;
import io.tiercel.cachefs.store.Eviction;
import io.tiercel.config.Key;
import io.tiercel.config.KeySet;
import io.tiercel.config.KeyType;
import io.tiercel.transfer.IsolationQuanta;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** All keys that the cache reads from Hadoop's configuration. */
public final class CacheKeys {
    private static final String SINCE = "0.1.0";

    /** The name of the stream that S3A would use for tables; the other one is older, and counts all that it reads. */
    public static final String ANALYTICS = "analytics";

    public static final String CLASSIC = "classic";

    /** S3A's own streams that can read what is not cached. */
    public static final List<String> STREAMS = List.of(CLASSIC, ANALYTICS);

    /** Tasks go where input is cached, by one plan for all. */
    public static final String PLAN = "plan";

    /** Tasks go where a hash of their input's name says. */
    public static final String AFFINITY = "affinity";

    /** Where agents listen if nobody names another port. */
    public static final String AGENT_PORT = "7337";

    public static final Key<String> DIRECTORY = Key.optional(
            "tiercel.cache.directory",
            KeyType.text("a directory of a local disk"),
            "Where a node keeps pages of shared storage. All processes of a user on the node share it. Not set: no cache.",
            SINCE);

    public static final Key<Long> BUDGET = Key.of(
            "tiercel.cache.budget",
            KeyType.bytes(64 << 10, 1L << 60),
            "10g",
            "Most bytes in that directory, of all processes of a user together.",
            SINCE);

    public static final Key<String> EVICTION = Key.of(
            "tiercel.cache.eviction",
            KeyType.oneOf(Eviction.keys()),
            Eviction.SIEVE.key(),
            "Which pages go when the budget is spent: the least recently used (lru), or those that nobody has used since a hand last passed"
                    + " them, from the oldest to the newest (sieve). Input of planned tasks stays.",
            SINCE);

    public static final Key<Long> PAGE = Key.of(
            "tiercel.cache.page",
            KeyType.bytes(4 << 10, 64 << 20),
            "1m",
            "Size of a page. A read that misses brings in whole pages.",
            SINCE);

    public static final Key<Mounts> MOUNTS = Key.optional(
            "tiercel.cache.mounts",
            new KeyType<>("absolute directories, separated by commas, such as /mnt/nfs,/data", Mounts::parse),
            "Directories of mounted shared storage, the same on every node. Files below them are read through the cache as well, if"
                    + " fs.file.impl names io.tiercel.cachefs.mount.CachedLocalFileSystem; in Spark the plugin sets it. Not set: none.",
            SINCE);

    public static final Key<String> STREAM = Key.optional(
            "tiercel.cache.stream",
            KeyType.oneOf(STREAMS),
            "S3A's own stream that reads what is not cached. Not set: the one that S3A uses by default (classic in Hadoop 3.4, analytics in"
                    + " 3.5), but classic for what is read in sequence, such as text. In Spark fs.s3a.input.stream.type sets it.",
            SINCE);

    public static final Key<String> PLACEMENT = Key.of(
            "tiercel.cache.placement",
            KeyType.oneOf(List.of(PLAN, AFFINITY)),
            PLAN,
            "Where a task's input counts as cached: on the nodes that hold it, or on the node that consistent hashing names for it, whatever"
                    + " the caches hold. With affinity nothing is prefetched. In Spark only.",
            SINCE);

    public static final Key<Boolean> NEIGHBOURS = Key.of(
            "tiercel.cache.neighbours",
            KeyType.bool(),
            "true",
            "Whether a page that is missing on a node is read from another node's cache, if that has it and was not slower than shared"
                    + " storage. Not with placement=affinity, and not if Spark encrypts what passes between executors. In Spark only.",
            SINCE);

    public static final Key<List<Peer>> AGENTS = Key.optional(
            "tiercel.cache.agents",
            new KeyType<>(
                    "different hosts with ports, separated by commas, such as node1:7337,node2:7337", CacheKeys::peers),
            "Nodes where tiercel agent runs, named as Spark names them. Their caches are read as those of nodes with executors. Not set:"
                    + " none. In Spark only.",
            SINCE);

    public static final Key<String> SECRET = Key.optional(
            "tiercel.cache.secret",
            KeyType.text("a file"),
            "A file with the secret that agents and applications know. Only its owner may read it. Spark's driver reads it for all"
                    + " executors, and a NodeManager for its cache agent.",
            SINCE);

    public static final Key<Integer> PORT = Key.of(
            "tiercel.cache.port",
            KeyType.integer(0, 65_535),
            AGENT_PORT,
            "Where a NodeManager's cache agent listens; 0: any free port. In NodeManagers only.",
            SINCE);

    public static final Key<Boolean> PREFETCH = Key.of(
            "tiercel.cache.prefetch",
            KeyType.bool(),
            "false",
            "Whether input of tasks that wait for slots is brought into caches before they start. In Spark only.",
            SINCE);

    public static final Key<Long> BANDWIDTH = Key.optional(
            "tiercel.cache.bandwidth",
            KeyType.bytes(1, 1L << 50),
            "Most bytes per second that such prefetches of an application read from shared storage, all together. Tasks' own reads are"
                    + " not bounded. Not set: no bound.",
            SINCE);

    public static final Key<IsolationQuanta> QUANTUM = Key.optional(
            "tiercel.cache.quantum",
            new KeyType<>(
                    "a duration from 300ms to 1min and its share of all time, such as 500ms/10%", CacheKeys::quanta),
            "Time slices in which such prefetches may read; the rest is for other users of shared storage. With 500ms/10% they have the"
                    + " first 500 ms of every 5 s, by the nodes' clocks. Each page is a request of its own then. Not set: at any time.",
            SINCE);

    public static final Key<Duration> RECHECK = Key.of(
            "tiercel.cache.recheck",
            KeyType.duration(Duration.ofHours(1)),
            "0s",
            "How long Iceberg's reader may serve a file from the cache before it asks the store again whether this user may read it, and"
                    + " whether it has changed. 0s: it asks at each opening. S3A's reader always asks.",
            SINCE);

    /** In the order in which the reference lists them. */
    public static final KeySet ALL = new KeySet(
            "tiercel.cache.",
            List.of(
                    DIRECTORY,
                    BUDGET,
                    EVICTION,
                    PAGE,
                    MOUNTS,
                    STREAM,
                    PLACEMENT,
                    NEIGHBOURS,
                    AGENTS,
                    SECRET,
                    PORT,
                    PREFETCH,
                    BANDWIDTH,
                    QUANTUM,
                    RECHECK));

    /** Those that applications may set. */
    public static final List<Key<?>> OF_APPLICATIONS =
            ALL.keys().stream().filter(key -> key != PORT).toList();

    /** Shorter slices might pass between two calls of executors, four a second. */
    private static final Duration LEAST_QUANTUM = Duration.ofMillis(300);

    private static final KeyType<Duration> QUANTA = KeyType.duration(Duration.ofMinutes(1));
    private static final KeyType<Double> SHARES = KeyType.decimal(0.1, 100);

    private CacheKeys() {}

    private static Optional<List<Peer>> peers(String text) {
        List<Optional<Peer>> peers =
                Arrays.stream(text.split(",", -1)).map(Peer::parse).toList();
        long hosts = peers.stream()
                .flatMap(Optional::stream)
                .map(Peer::host)
                .distinct()
                .count();
        return hosts == peers.size() // One agent for each host.
                ? Optional.of(peers.stream().map(Optional::orElseThrow).toList())
                : Optional.empty();
    }

    private static Optional<IsolationQuanta> quanta(String text) {
        String[] parts = text.split("/", -1);
        if (parts.length != 2 || !parts[1].endsWith("%")) {
            return Optional.empty();
        }
        String share = parts[1].substring(0, parts[1].length() - 1);
        return QUANTA.parser()
                .apply(parts[0].strip())
                .filter(quantum -> quantum.compareTo(LEAST_QUANTUM) >= 0)
                .flatMap(quantum -> SHARES.parser()
                        .apply(share.strip())
                        .map(percent -> new IsolationQuanta(quantum.toMillis() / 1e3, percent / 100)));
    }
}
