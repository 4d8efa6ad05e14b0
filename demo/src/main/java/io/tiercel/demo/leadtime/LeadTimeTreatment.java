package io.tiercel.demo.leadtime;

import java.util.Arrays;
import java.util.List;

/** A way to treat a job whose input is cold. */
enum LeadTimeTreatment {
    STOCK("stock", "stock", "nothing: stock Spark reads from disk"),
    MEMORY("memory", "stock", "all replicas are in memory before the job begins"),
    DIRECTIVES("directives", "stock", "HDFS is told to cache the input (hdfs cacheadmin)"),
    IGNEM("ignem", "trident", "the input is hinted; replicas are chosen at random, at once (Ignem)"),
    DYRS("dyrs", "trident", "the input is hinted; replicas are chosen late (DYRS)");

    private final String id;
    private final String policy;
    private final String title;

    LeadTimeTreatment(String id, String policy, String title) {
        this.id = id;
        this.policy = policy;
        this.title = title;
    }

    String id() {
        return id;
    }

    String title() {
        return title;
    }

    /** How Spark's tasks are placed. */
    String policy() {
        return policy;
    }

    /** Whether the lead time makes a difference. */
    boolean takesTime() {
        return this != STOCK && this != MEMORY;
    }

    /** Whether the coordinator gets a hint and Spark queries it; the binder's name is the treatment's. */
    boolean hints() {
        return this == IGNEM || this == DYRS;
    }

    /** The lead times that are played; enough for baselines. */
    List<LeadTimeOption> leads() {
        return switch (this) {
            case STOCK, MEMORY -> List.of(LeadTimeOption.NONE);
            case DIRECTIVES, IGNEM -> List.of(LeadTimeOption.ENOUGH);
            case DYRS -> List.of(LeadTimeOption.values());
        };
    }

    static LeadTimeTreatment named(String id) {
        return Arrays.stream(values())
                .filter(each -> each.id.equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no treatment " + id));
    }
}
