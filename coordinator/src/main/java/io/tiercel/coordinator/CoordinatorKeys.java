package io.tiercel.coordinator;

import io.tiercel.cache.EvictionPolicy;
import io.tiercel.config.Key;
import io.tiercel.config.KeySet;
import io.tiercel.config.KeyType;
import io.tiercel.coordinator.state.RemoteReads;
import io.tiercel.hdfs.resolve.WalkLimits;
import io.tiercel.migrate.bind.MigrationBinder;
import io.tiercel.security.HadoopSecurity;
import java.time.Duration;
import java.util.List;

/** All keys that a coordinator reads from Hadoop's configuration. */
public final class CoordinatorKeys {
    private static final String SINCE = "0.1.0";
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration YEAR = Duration.ofDays(365);

    public static final Key<String> ADDRESS = Key.of(
            HadoopSecurity.ADDRESS,
            KeyType.address(0),
            HadoopSecurity.DEFAULT_ADDRESS,
            "Where the coordinator listens, and where commands call it unless they are told otherwise. So name a host that they can"
                    + " reach; to listen on all addresses, set bind-host. Callers that name hdfs://NAMESERVICE take the port from here."
                    + " Users' names are believed where Hadoop has simple authentication. Where it has Kerberos, they are proven by"
                    + " tokens or tickets, over TLS.",
            SINCE);

    public static final Key<String> BIND_HOST = Key.optional(
            "tiercel.coordinator.bind-host",
            KeyType.text("a host name or address"),
            "Address to listen on, such as 0.0.0.0. Not set: the host of tiercel.coordinator.address.",
            SINCE);

    public static final Key<String> HTTP_ADDRESS = Key.of(
            "tiercel.coordinator.http-address",
            KeyType.address(0),
            "127.0.0.1:7412",
            "Where the state is shown as JSON (/status, /jobs) and as Prometheus metrics (/metrics). Port 0: any free one. With"
                    + " Kerberos this key is ignored: there is no login. tiercel status shows agents, jobs and counters then.",
            SINCE);

    public static final Key<Duration> INTERVAL = Key.of(
            "tiercel.coordinator.interval",
            KeyType.duration(Duration.ofMinutes(1)),
            "1s",
            "How often each agent reports and asks for work.",
            SINCE);

    public static final Key<Duration> AGENT_LEASE = Key.of(
            "tiercel.coordinator.agent.lease",
            KeyType.duration(HOUR),
            "30s",
            "How long an agent may be silent before its blocks count as gone. Also how long the coordinator may be silent before agents"
                    + " give back all that they have pinned. At least twice the interval.",
            SINCE);

    public static final Key<Duration> JOB_LEASE = Key.of(
            "tiercel.coordinator.job.lease",
            KeyType.duration(HOUR),
            "60s",
            "How long a job that asks for nothing else may be silent before its references go.",
            SINCE);

    public static final Key<Duration> JOB_LEASE_MOST = Key.of(
            "tiercel.coordinator.job.lease.most",
            KeyType.duration(YEAR),
            "168h",
            "The longest lease that a job may ask for.",
            SINCE);

    public static final Key<Duration> RETENTION = Key.of(
            "tiercel.coordinator.retention",
            KeyType.duration(YEAR),
            "0s",
            "How long a block stays in memory after the last job has given it up. It leaves earlier if its room is needed.",
            SINCE);

    public static final Key<String> BINDER = Key.of(
            "tiercel.coordinator.binder",
            KeyType.oneOf(MigrationBinder.names()),
            MigrationBinder.names().get(0),
            "Which replica is migrated where and when: late binding as DYRS does it, or one of the baselines that it is compared with.",
            SINCE);

    public static final Key<String> EVICTION = Key.of(
            "tiercel.coordinator.eviction",
            KeyType.oneOf(EvictionPolicy.names()),
            EvictionPolicy.names().get(0),
            "Which of the blocks that no job refers to goes first when room is needed.",
            SINCE);

    public static final Key<Duration> FILES_AGE = Key.of(
            "tiercel.coordinator.files.age",
            KeyType.duration(HOUR),
            "30s",
            "How long the blocks of a file version may be used again, for a user who was allowed to read it, without asking HDFS.",
            SINCE);

    public static final Key<Duration> FILES_CHECK = Key.of(
            "tiercel.coordinator.files.check",
            KeyType.duration(HOUR),
            "10s",
            "How often up to 2,000 of the files with references are looked at; what is left of rewritten and deleted ones is dropped.",
            SINCE);

    public static final Key<Integer> FILES_THREADS = Key.of(
            "tiercel.coordinator.files.threads",
            KeyType.integer(1, 256),
            "8",
            "Calls to the NameNode that may be under way at once.",
            SINCE);

    public static final Key<Integer> FILES_RATE = Key.of(
            "tiercel.coordinator.files.rate",
            KeyType.integer(1, 1_000_000),
            "1000",
            "Most calls to the NameNode a second that look files up, for all hints together. If it takes long to answer, it is asked less often, "
                    + "down to a quarter of this. After a pause, a quarter as many may come at once.",
            SINCE);

    public static final Key<Integer> HINT_BLOCKS = Key.of(
            "tiercel.coordinator.hint.blocks",
            KeyType.integer(1, WalkLimits.MOST_BLOCKS),
            "100000",
            "Blocks that one hint, or one question for files, may name. A hint stops there: what was found before comes in, and its "
                    + "answer says that this is a part.",
            SINCE);

    public static final Key<Integer> HINT_CALLS = Key.of(
            "tiercel.coordinator.hint.calls",
            KeyType.integer(1, 10_000_000),
            "200000",
            "Calls to the NameNode that one hint, or one question for files, may take: one for each 1,000 entries of a directory "
                    + "(dfs.ls.limit), one for each file. It stops there as at hint.blocks.",
            SINCE);

    public static final Key<Duration> HINT_TIME = Key.of(
            "tiercel.coordinator.hint.time",
            KeyType.duration(Duration.ofSeconds(50)),
            "30s",
            "How long the files of one hint, or of one question for files, are looked up. It stops then as at hint.blocks. Clients wait "
                    + "60 s for an answer.",
            SINCE);

    public static final Key<Integer> BLOCKS_MOST = Key.of(
            "tiercel.coordinator.blocks.most",
            KeyType.integer(1, 100_000_000),
            "4000000",
            "Blocks that may be hinted and watched together; what goes beyond is refused. heap.share may allow less.",
            SINCE);

    public static final Key<Double> HEAP_SHARE = Key.of(
            "tiercel.coordinator.heap.share",
            KeyType.decimal(0.001, 0.9),
            "0.1",
            "Share of its process' heap (-Xmx) that what is hinted and watched may take, by estimate: about 1 KB for a file of one block "
                    + "that one job hints, 0.6 KB for each block more, 0.2 KB for each job more, 0.9 KB where it is watched. What goes beyond is refused.",
            SINCE);

    public static final Key<Integer> USER_BLOCKS_MOST = Key.of(
            "tiercel.coordinator.user.blocks.most",
            KeyType.integer(1, 100_000_000),
            "1000000",
            "Blocks that the jobs of one user may have hinted at a time, and as many that its applications may watch; a block counts "
                    + "for each of them. A hint, or a watch, that goes beyond is refused.",
            SINCE);

    public static final Key<Long> USER_BYTES_MOST = Key.of(
            "tiercel.coordinator.user.bytes.most",
            KeyType.bytes(1, 1L << 60),
            "1024t",
            "Bytes of the blocks that the jobs of one user may have hinted at a time.",
            SINCE);

    public static final Key<Integer> USER_CALLS_MOST = Key.of(
            "tiercel.coordinator.user.calls.most",
            KeyType.integer(1, 1_000_000),
            "512",
            "Calls of one user that may be open at a time. An application has up to four open, most of the time.",
            SINCE);

    public static final Key<String> HINTS_FILE = Key.of(
            "tiercel.coordinator.hints.file",
            KeyType.text("a path in HDFS"),
            "/system/tiercel/hints",
            "Where hints of commands are kept for the next coordinator: after a failover or a restart they are still wanted. Only the"
                    + " coordinator's own user can read it. \"off\": nowhere.",
            SINCE);

    public static final Key<Duration> RESIDENCY_INTERVAL = Key.of(
            "tiercel.coordinator.residency.interval",
            KeyType.duration(Duration.ofMinutes(1)),
            "100ms",
            "How long changes of residency are collected before watchers are told.",
            SINCE);

    public static final Key<Duration> WATCH_LINGER = Key.of(
            "tiercel.coordinator.watch.linger",
            KeyType.duration(HOUR),
            "60s",
            "How long agents watch blocks after the last application's interest in them, so that the next "
                    + "application knows at once what is in their page caches.",
            SINCE);

    public static final Key<String> REMOTE_READS = Key.of(
            "tiercel.coordinator.remote-reads",
            KeyType.oneOf(RemoteReads.names()),
            RemoteReads.NEVER.text(),
            "Whether HDFS names replicas that are pinned as cached ones, so that clients with dfs.client.read.use.cache.priority read"
                    + " them from whichever node they run on: over-hdd where all other replicas lie on HDDs, always, or never. Only in a"
                    + " NameNode. At most 10,000 blocks of a node and 100,000 in all, because the NameNode looks at all of them under its"
                    + " lock.",
            SINCE);

    public static final Key<Integer> REMOTE_READERS = Key.of(
            "tiercel.coordinator.remote-reads.most",
            KeyType.integer(1, 1_000_000),
            "64",
            "From this number of connections on, a DataNode gets no more readers: HDFS names none of its replicas as cached until it"
                    + " serves half as many. This acts after the agent's next report.",
            SINCE);

    public static final Key<String> PRINCIPAL = Key.optional(
            "tiercel.coordinator.kerberos.principal",
            KeyType.text("a Kerberos principal"),
            "The principal of a coordinator in a process of its own, such as tiercel/_HOST@REALM. In a NameNode it has the NameNode's.",
            SINCE);

    public static final Key<String> KEYTAB = Key.optional(
            "tiercel.coordinator.keytab.file", KeyType.text("a file"), "The keytab of that principal.", SINCE);

    public static final Key<String> RESOURCE_MANAGERS = Key.of(
            "tiercel.coordinator.resource-managers",
            KeyType.text("users and groups, as Hadoop writes them"),
            "yarn,rm",
            "Users, then a space and groups, that may ask for the containers that all applications prefer. Only with Kerberos.",
            SINCE);

    /** In the order of the reference. */
    public static final KeySet ALL = new KeySet(
            "tiercel.coordinator.",
            List.of(
                    ADDRESS,
                    BIND_HOST,
                    HTTP_ADDRESS,
                    PRINCIPAL,
                    KEYTAB,
                    RESOURCE_MANAGERS,
                    INTERVAL,
                    AGENT_LEASE,
                    JOB_LEASE,
                    JOB_LEASE_MOST,
                    RETENTION,
                    BINDER,
                    EVICTION,
                    FILES_AGE,
                    FILES_CHECK,
                    FILES_THREADS,
                    FILES_RATE,
                    HINT_BLOCKS,
                    HINT_CALLS,
                    HINT_TIME,
                    BLOCKS_MOST,
                    HEAP_SHARE,
                    USER_BLOCKS_MOST,
                    USER_BYTES_MOST,
                    USER_CALLS_MOST,
                    HINTS_FILE,
                    RESIDENCY_INTERVAL,
                    WATCH_LINGER,
                    REMOTE_READS,
                    REMOTE_READERS));

    private CoordinatorKeys() {}
}
