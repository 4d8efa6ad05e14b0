package io.tiercel.demo.advice;

import io.tiercel.demo.cluster.DemoSettings;
import java.util.List;

/** What the user of {@code tiercel advise} says of the cluster: where replicas lie, and how fast devices are. One replica of each block is on SSD. */
record StatedTiers(DemoSettings settings) {
    /** What a node reads from memory, over loopback; far above its devices. */
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
