package io.tiercel.mapreduce;

import io.tiercel.config.Key;
import io.tiercel.config.KeySet;
import io.tiercel.config.KeyType;
import io.tiercel.containers.ContainerKeys;
import io.tiercel.containers.ContainerKeys.Engine;

/** All keys that Tiercel reads from the configuration of a MapReduce job, beside {@link ContainerKeys#SHARED}. */
public final class MapReduceKeys {
    private static final String PREFIX = "tiercel.mapreduce.";

    static final ContainerKeys BASE = new ContainerKeys(
            PREFIX,
            new Engine(
                    "Hadoop",
                    "job",
                    "maps",
                    "when the job starts",
                    ", then for a ResourceManager to hear what is preferred"));

    static final Key<Boolean> CONTAINERS = Key.of(
            PREFIX + "containers",
            KeyType.bool(),
            "true",
            "Whether the job tells the coordinator which containers it prefers, so that a ResourceManager with Tiercel's scheduler"
                    + " grants the cheapest. Needs tiercel.coordinator.",
            "0.1.0");

    static final Key<Boolean> COUNTERS = Key.of(
            PREFIX + "counters",
            KeyType.bool(),
            "false",
            "Whether the job's counters say from where maps read. Off, since they count towards mapreduce.job.counters.max and"
                    + " mapreduce.job.counters.groups.max: a job near its limits could fail. The master's log has the numbers anyway.",
            "0.1.0");

    /** In the order of the reference. */
    public static final KeySet ALL = BASE.with(CONTAINERS, COUNTERS);

    private MapReduceKeys() {}
}
