package io.tiercel.suites.yarn;

import io.tiercel.testkit.suites.ClassSwap;
import java.nio.file.Path;
import java.util.Map;

/** Puts our scheduler in the place of the Capacity Scheduler in compiled programs of YARN. */
final class SchedulerSwap {
    private static final String PACKAGE = "org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.";
    private static final Map<String, String> SWAPS =
            Map.of(PACKAGE + "CapacityScheduler", PACKAGE + "TiercelCapacityScheduler");

    private SchedulerSwap() {}

    /** Writes the changed classes of a jar below a directory. @return the number of places changed */
    static int rewrite(Path jar, Path into) {
        return ClassSwap.of(SWAPS).withLiterals().rewrite(jar, "", into);
    }
}
