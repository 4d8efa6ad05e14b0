package io.tiercel.demo.sharedstorage;

import io.tiercel.demo.report.Identified;
import java.util.Map;

/** Ways to prefetch, or not, while another program reads shared storage. */
enum IsolationTreatment implements Identified {
    ALONE("alone", "nobody else reads"),
    UNBOUNDED("unbounded", "a job prefetches without a bound"),
    BOUNDED("bound", "a job prefetches with spark.tiercel.cache.bandwidth, a sixth of the link"),
    QUANTA("time slices", "a job prefetches with spark.tiercel.cache.quantum=500ms/10%, as in the paper");

    /** The bound, as a part of the link. */
    private static final int PART = 6;

    final String label;
    final String title;

    IsolationTreatment(String label, String title) {
        this.label = label;
        this.title = title;
    }

    /** The keys of its application. @param linkBytes of the link, per second */
    Map<String, String> keys(long linkBytes) {
        return switch (this) {
            case BOUNDED -> Map.of("spark.tiercel.cache.bandwidth", Long.toString(linkBytes / PART));
            case QUANTA -> Map.of("spark.tiercel.cache.quantum", "500ms/10%");
            default -> Map.of();
        };
    }
}
