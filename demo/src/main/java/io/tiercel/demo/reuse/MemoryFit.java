package io.tiercel.demo.reuse;

import io.tiercel.demo.report.Identified;

/** How much of the input the nodes' page caches hold together. */
enum MemoryFit implements Identified {
    FITS("input is half of what fits", 2),
    TOO_LARGE("input is twice what fits", 0.5);

    private final String title;
    private final double share;

    MemoryFit(String title, double share) {
        this.title = title;
        this.share = share;
    }

    String title() {
        return title;
    }

    long budget(long input, int nodes) {
        return Math.round(share * input / nodes);
    }
}
