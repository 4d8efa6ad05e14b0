package io.tiercel.agent;

import io.tiercel.config.Key;
import io.tiercel.config.KeySet;
import io.tiercel.config.KeyType;
import java.time.Duration;
import java.util.List;

/** All keys that an agent reads from the configuration of the daemon that hosts it. */
public final class AgentKeys {
    private static final String SINCE = "0.1.0";

    public static final Key<String> COORDINATOR = Key.optional(
            "tiercel.agent.coordinator",
            KeyType.coordinators(),
            "Where the coordinator listens. Not set: the agent does nothing.",
            SINCE);

    public static final Key<String> PRINCIPAL = Key.optional(
            "tiercel.agent.coordinator.principal",
            KeyType.text("a Kerberos principal"),
            "The coordinator's Kerberos principal, if it runs outside of the NameNode. Not set: dfs.namenode.kerberos.principal.",
            SINCE);

    public static final Key<Long> BUDGET = Key.of(
            "tiercel.agent.memory.budget",
            KeyType.bytes(0, 1L << 50),
            "0",
            "Most that the agent brings into memory and locks there, whatever it is asked for. With 0 it brings nothing in, and only"
                    + " tells what is in the page cache.",
            SINCE);

    public static final Key<Double> PRESSURE = Key.of(
            "tiercel.agent.memory.pressure",
            KeyType.decimal(0.1, 100),
            "10",
            "Percent of the last 10 s in which some task of the machine, or of the DataNode's control group, waited for memory (PSI), above"
                    + " which the agent gives memory back: a quarter of what it holds, every 10 s. After a minute below half of that, its"
                    + " budget grows again, by an eighth a minute.",
            SINCE);

    public static final Key<Duration> DEADLINE = Key.of(
            "tiercel.agent.deadline",
            KeyType.duration(Duration.ofMinutes(1)),
            "5s",
            "How long the agent waits for an answer of the coordinator.",
            SINCE);

    public static final Key<Duration> RETRY_MAX = Key.of(
            "tiercel.agent.retry.max",
            KeyType.duration(Duration.ofMinutes(10)),
            "30s",
            "Longest pause between two attempts to reach a coordinator that does not answer. The first pause is a second,"
                    + " and each doubles it.",
            SINCE);

    public static final Key<Duration> SWEEP = Key.of(
            "tiercel.agent.watch.sweep",
            KeyType.duration(Duration.ofHours(1)),
            "1min",
            "How often every watched block is looked at although nothing says that it has changed.",
            SINCE);

    public static final Key<Double> WATCH_SHARE = Key.of(
            "tiercel.agent.watch.cpu",
            KeyType.decimal(0, 1),
            "0.004",
            "Share of one core that looking at blocks may take when no event asks for the look: after the kernel has taken memory"
                    + " back, and in sweeps.",
            SINCE);

    public static final Key<String> IO_PRIORITY = Key.of(
            "tiercel.agent.io.priority",
            KeyType.oneOf(List.of("idle", "normal")),
            "idle",
            "How urgent reads into memory are to the kernel. idle: they wait while anybody else reads from the device (with the I/O"
                    + " schedulers BFQ and mq-deadline; others do not look at it). normal: they share the device.",
            SINCE);

    public static final Key<Duration> MIGRATION_DEADLINE = Key.of(
            "tiercel.agent.migration.deadline",
            KeyType.duration(Duration.ofHours(1)),
            "2min",
            "How long a migration may make no progress. Then its device counts as hung: its migrations fail, and it gets no new ones until the"
                    + " disk answers.",
            SINCE);

    public static final Key<Boolean> CURVE = Key.of(
            "tiercel.agent.curve",
            KeyType.bool(),
            "true",
            "Whether the agent measures how much one, two, four and eight readers at a time get from each device. It reads blocks that are"
                    + " not in memory while the device has no migrations, for some seconds, with the idle I/O class, and drops them from"
                    + " memory again.",
            SINCE);

    public static final Key<Duration> CURVE_INTERVAL = Key.of(
            "tiercel.agent.curve.interval",
            KeyType.duration(Duration.ofDays(365)),
            "1h",
            "How old such a measurement may get before the agent repeats it. It does so earlier if migrations show another bandwidth.",
            SINCE);

    public static final Key<Double> CURVE_SHARE = Key.of(
            "tiercel.agent.curve.share",
            KeyType.decimal(0.0001, 1),
            "0.01",
            "Largest share of a device's time for such measurements. With the default, the agent waits at least 200 s after a measurement"
                    + " of 2 s.",
            SINCE);

    /** In the order in which the reference lists them. */
    public static final KeySet ALL = new KeySet(
            "tiercel.agent.",
            List.of(
                    COORDINATOR,
                    PRINCIPAL,
                    BUDGET,
                    PRESSURE,
                    DEADLINE,
                    RETRY_MAX,
                    SWEEP,
                    WATCH_SHARE,
                    IO_PRIORITY,
                    MIGRATION_DEADLINE,
                    CURVE,
                    CURVE_INTERVAL,
                    CURVE_SHARE));

    private AgentKeys() {}
}
