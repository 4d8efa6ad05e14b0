package io.tiercel.demo.reuse;

import java.util.Arrays;

/** How much of the input the nodes' page caches hold together. */
enum MemoryFit {
    FITS("fits", "input is half of what fits", 2),
    TOO_LARGE("too-large", "input is twice what fits", 0.5);

    private final String id;
    private final String title;
    private final double share;

    MemoryFit(String id, String title, double share) {
        this.id = id;
        this.title = title;
        this.share = share;
    }

    String id() {
        return id;
    }

    String title() {
        return title;
    }

    /** Bytes of page cache on each node. */
    long budget(long input, int nodes) {
        return Math.round(share * input / nodes);
    }

    static MemoryFit named(String id) {
        return Arrays.stream(values())
                .filter(each -> each.id.equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no fit " + id));
    }
}
