package io.tiercel.bench.faults;

import io.tiercel.testkit.TieredCluster;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** The faults under a timed job. */
enum TimedFault {
    NONE("nothing", List.of(Engine.values())),
    EXECUTOR("an executor is killed", List.of(Engine.STOCK, Engine.TRIDENT)),
    NAME_NODE("the NameNode does not answer for 5 s", List.of(Engine.STOCK, Engine.TRIDENT)),
    DATA_NODE("a DataNode is killed", List.of(Engine.STOCK, Engine.TRIDENT));

    /** For so long the NameNode does not answer: many times the locator's budget. */
    private static final Duration FROZEN = Duration.ofSeconds(5);

    private final String text;
    private final List<Engine> engines;

    TimedFault(String text, List<Engine> engines) {
        this.text = text;
        this.engines = engines;
    }

    String text() {
        return text;
    }

    /** Under what it is timed. */
    List<Engine> engines() {
        return engines;
    }

    /** Whether nothing is left to be mended after it. */
    boolean leavesTheClusterWhole() {
        return this != DATA_NODE;
    }

    /** Lets the job go; returns when the first wave of tasks had been handed out, in ns since then. */
    long happen(TieredCluster cluster, Conductor conductor) throws IOException {
        if (this == NAME_NODE) {
            cluster.freezeNameNode();
        }
        long start = System.nanoTime();
        try {
            conductor.go();
            conductor.awaitLine("started ", FaultWorld.NODES);
            long handedOut = System.nanoTime() - start;
            if (this == NAME_NODE) {
                awaitNanos(start + FROZEN.toNanos());
            } else if (this == EXECUTOR) {
                conductor.awaitLine("ended ", FaultWorld.NODES);
                cluster.killExecutor(1);
            } else if (this == DATA_NODE) {
                conductor.awaitLine("ended ", FaultWorld.NODES);
                cluster.killDataNode(2);
            }
            return handedOut;
        } finally {
            if (this == NAME_NODE) {
                cluster.thawNameNode();
            }
        }
    }

    private static void awaitNanos(long end) {
        while (System.nanoTime() < end) {
            LockSupport.parkNanos(end - System.nanoTime());
        }
    }
}
