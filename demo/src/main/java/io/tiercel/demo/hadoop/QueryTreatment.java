package io.tiercel.demo.hadoop;

import io.tiercel.demo.report.Identified;

/** How a query starts: with or without Tiercel's hook, at once or after a wait in a queue. */
enum QueryTreatment implements Identified {
    STOCK(false, false),
    HINTED(true, false),
    STOCK_QUEUED(false, true),
    HINTED_QUEUED(true, true);

    final boolean hinted;
    final boolean queued;

    QueryTreatment(boolean hinted, boolean queued) {
        this.hinted = hinted;
        this.queued = queued;
    }
}
