package io.tiercel.demo.leadtime;

import io.tiercel.demo.leadtime.LeadTimeTreatment.LeadTimeOption;
import io.tiercel.demo.report.Identified;
import java.util.List;

/** A way to treat a job whose input is cold. */
enum LeadTimeTreatment implements Identified {
    STOCK("stock", "stock", "nothing: stock Spark reads from disk"),
    MEMORY("all in memory", "stock", "all replicas are in memory before the job begins"),
    DIRECTIVES("HDFS' cache directives", "stock", "HDFS is told to cache the input (hdfs cacheadmin)"),
    IGNEM("hinted, Ignem", "tiercel", "replicas are chosen at random, at once"),
    DYRS("hinted, late binding", "tiercel", "replicas are chosen late (DYRS)");

    /** As the documentation has it. */
    final String label;

    final String policy;
    final String title;

    LeadTimeTreatment(String label, String policy, String title) {
        this.label = label;
        this.policy = policy;
        this.title = title;
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

    /** How long before the job its input is hinted. */
    enum LeadTimeOption implements Identified {
        NONE(0, 0),
        HALF(0.5, 0),
        ENOUGH(1.15, 2);

        private final double share;
        private final double more;

        /** @param more seconds for agents to ask for work, and for the last blocks */
        LeadTimeOption(double share, double more) {
            this.share = share;
            this.more = more;
        }

        /** @param need seconds in which all devices together read the input */
        double seconds(double need) {
            return share * need + more;
        }
    }

    /** One job of the scene. */
    record LeadTimeRun(LeadTimeTreatment treatment, LeadTimeOption lead) {
        /** As in {@code dyrs-half}. */
        String name() {
            return treatment.id() + "-" + lead.id();
        }

        /** Runs in each round: a run of two seconds is disturbed more easily than one of ten. */
        int times() {
            boolean fromMemory = treatment == LeadTimeTreatment.MEMORY
                    || treatment == LeadTimeTreatment.DYRS && lead == LeadTimeOption.ENOUGH;
            return fromMemory ? 3 : 1;
        }
    }
}
