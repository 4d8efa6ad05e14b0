package io.tiercel.demo.advice;

import io.tiercel.demo.cluster.DemoSettings;
import java.util.List;

/** Statements about the cluster for {@code tiercel advise}: where replicas lie, and how fast devices are. One replica of each block is on SSD. */
record StatedTiers(DemoSettings settings) {
    /** The rate of a node's memory, over loopback; far above its devices. */
    private static final String MEMORY_RATE = "1GB/s";

    List<String> options() {
        long onSsd = Math.round(100.0 / settings.replication());
        return List.of(
                "--tiers",
                "ssd=" + onSsd + ",hdd=" + (100 - onSsd),
                "--bandwidth",
                "memory=" + MEMORY_RATE + ",ssd=" + settings.ssd().bytes() + "B/s,hdd="
                        + settings.hdd().bytes() + "B/s");
    }
}
