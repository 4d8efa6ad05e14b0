package io.tiercel.spark.ui;

import io.tiercel.spark.event.PrefetchPlanned;

/** A plan for scans of a query that was made before any of its stages ran, and what came of it. */
record QueryRow(PrefetchPlanned plan, Totals totals) {}
