package io.tiercel.demo.hadoop;

import io.tiercel.demo.cluster.DemoSettings;
import io.tiercel.demo.report.Identified;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** How the jobs of a replay are scheduled, and whether their input is brought into memory. */
public enum HadoopTreatment implements Identified {
    STOCK("stock", false),
    H_SCHEDULER("h-scheduler", false),
    QUARTET("quartet", false),
    TRIDENT("trident", false),
    TIERCEL("tiercel", false),
    STOCK_PREFETCH("stock", true),
    H_SCHEDULER_PREFETCH("h-scheduler", true),
    QUARTET_PREFETCH("quartet", true),
    TRIDENT_PREFETCH("trident", true),
    TIERCEL_PREFETCH("tiercel", true);

    private static final String MASTER = "org.apache.hadoop.mapreduce.v2.app.TiercelAppMaster";

    final String policy;
    final boolean prefetches;

    HadoopTreatment(String policy, boolean prefetches) {
        this.policy = policy;
        this.prefetches = prefetches;
    }

    /** Treatments that are played without further options. */
    public static Set<HadoopTreatment> all(boolean full, boolean quick) {
        if (full) {
            return EnumSet.allOf(HadoopTreatment.class);
        }
        return quick
                ? EnumSet.of(STOCK, TIERCEL, TIERCEL_PREFETCH)
                : EnumSet.of(STOCK, H_SCHEDULER, QUARTET, TRIDENT, TIERCEL, STOCK_PREFETCH, TIERCEL_PREFETCH);
    }

    /** Those of these ids, and stock, with which all are compared. */
    public static Set<HadoopTreatment> named(List<String> ids) {
        Set<HadoopTreatment> found = EnumSet.of(STOCK);
        ids.forEach(id -> found.add(Identified.named(HadoopTreatment.class, "--treatments", id)));
        return found;
    }

    boolean isStock() {
        return policy.equals(DemoSettings.BASELINE);
    }

    /** Whether the master also says which containers it prefers: that belongs to Trident. */
    boolean prefersContainers() {
        return policy.equals("trident") || policy.equals("tiercel");
    }

    /**
     * The keys that a job adds to a stock one.
     *
     * @param stock keys of a stock job
     * @param jar of the master
     * @param coordinator its address
     * @param records where masters write their decisions
     */
    Map<String, String> keys(Map<String, String> stock, Path jar, String coordinator, Path records) {
        Map<String, String> keys = new LinkedHashMap<>();
        if (isStock()) {
            return keys;
        }
        keys.put("mapreduce.application.classpath", jar + "," + stock.get("mapreduce.application.classpath"));
        keys.put("yarn.app.mapreduce.am.command-opts", stock.get("yarn.app.mapreduce.am.command-opts") + " " + MASTER);
        keys.put("tiercel.coordinator", coordinator);
        keys.put("tiercel.record.dir", records.toUri().toString());
        keys.put("tiercel.mapreduce.policy", policy);
        keys.put("tiercel.mapreduce.counters", "true");
        keys.put("tiercel.mapreduce.containers", Boolean.toString(prefersContainers()));
        if (prefetches) {
            keys.put("tiercel.mapreduce.prefetch", "all");
        }
        return keys;
    }
}
