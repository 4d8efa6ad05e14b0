package io.tiercel.yarn;

import io.tiercel.assign.CostModel;
import io.tiercel.config.Key;
import io.tiercel.config.KeySet;
import io.tiercel.config.KeyType;
import java.time.Duration;
import java.util.List;

/** All keys that the scheduler reads from the ResourceManager's configuration. */
public final class YarnKeys {
    private static final String SINCE = "0.1.0";
    private static final KeyType<Double> COST = KeyType.decimal(0, 1_000_000);

    public static final Key<String> COORDINATOR = Key.optional(
            "tiercel.yarn.coordinator",
            KeyType.coordinators(),
            "Where the coordinator listens, to which applications say which containers they prefer. Not set: every application is"
                    + " scheduled as by the Capacity Scheduler.",
            SINCE);

    public static final Key<Duration> INTERVAL = Key.of(
            "tiercel.yarn.interval",
            KeyType.duration(Duration.ofMinutes(1)),
            "50ms",
            "How often the coordinator is asked for changed preferences.",
            SINCE);

    public static final Key<Duration> STALE = Key.of(
            "tiercel.yarn.stale",
            KeyType.duration(Duration.ofHours(1)),
            "10s",
            "How long preferences count while the coordinator does not answer.",
            SINCE);

    // Constants, which the compiler copies: the ResourceManager's jar has no cost model.
    public static final Key<Double> C1 = Key.of(
            "tiercel.yarn.cost.rack",
            COST,
            "" + CostModel.TRIDENT_C1,
            "Added to a score for a container elsewhere in a rack that was asked for (Trident's c1). It sets how long YARN's locality delay"
                    + " lasts, not the order of nodes.",
            SINCE);

    public static final Key<Double> C2 = Key.of(
            "tiercel.yarn.cost.elsewhere",
            COST,
            "" + CostModel.TRIDENT_C2,
            "Cost of a container on any other node (Trident's c2). It sets how long YARN's locality delay lasts, not the order of nodes.",
            SINCE);

    public static final Key<String> QUEUES = Key.optional(
            "tiercel.yarn.queues",
            KeyType.text("names of leaf queues, with commas between them"),
            "The queues whose applications' preferences count. Those of others are scheduled as by the Capacity Scheduler, and the log"
                    + " says so. Not set: all queues.",
            SINCE);

    /** In the order of the reference. */
    public static final KeySet ALL = new KeySet("tiercel.yarn.", List.of(COORDINATOR, QUEUES, INTERVAL, STALE, C1, C2));

    private YarnKeys() {}
}
