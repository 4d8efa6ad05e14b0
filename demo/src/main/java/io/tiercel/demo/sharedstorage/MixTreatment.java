package io.tiercel.demo.sharedstorage;

import io.tiercel.demo.report.Identified;

/** A way to run two jobs side by side. */
enum MixTreatment implements Identified {
    CLASSIC("S3A, classic", "S3A alone, with its older stream"),
    ANALYTICS("S3A, analytics", "S3A alone, with its stream for tables"),
    CACHES("caches", "S3A through caches of the nodes, which hold a part of the input as the mix says"),
    PREFETCH("caches, prefetching", "the same, and input of waiting tasks comes before they start"),
    HDFS("all in HDFS", "the input has always been in HDFS");

    final String label;
    final String title;

    MixTreatment(String label, String title) {
        this.label = label;
        this.title = title;
    }

    boolean isCached() {
        return this == CACHES || this == PREFETCH;
    }
}
