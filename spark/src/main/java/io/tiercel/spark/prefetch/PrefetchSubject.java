package io.tiercel.spark.prefetch;

import io.tiercel.json.PlanRecords;
import io.tiercel.spark.account.StageStatistics;
import io.tiercel.spark.event.PrefetchPlanned;
import io.tiercel.spark.prefetch.learn.StageKind;

/**
 * The stage, or the scan of a query, that blocks are prefetched for.
 *
 * @param name for the log
 * @param stage whose id may stand for a query; its attempt then numbers the query's plans
 * @param kind of its tasks
 * @param submittedNanos when it was submitted, by {@link System#nanoTime}
 * @param submittedMillis the same, since the epoch
 */
record PrefetchSubject(
        String name, StageStatistics.Stage stage, StageKind kind, long submittedNanos, long submittedMillis) {

    static PrefetchSubject ofStage(StageStatistics.Stage stage, StageKind kind) {
        String attempt = stage.attempt() == 0 ? "" : "." + stage.attempt();
        return now("stage " + stage.stage() + attempt + " (" + stage.name() + ")", stage, kind);
    }

    /** @param scan number of the scan in its query, from 0 */
    static PrefetchSubject ofScan(long query, int scan, StageKind kind) {
        String name = "query " + query + (scan == 0 ? "" : ", scan " + (scan + 1));
        return now(name, new StageStatistics.Stage(PrefetchPlanned.stageOfQuery(query), scan, name), kind);
    }

    private static PrefetchSubject now(String name, StageStatistics.Stage stage, StageKind kind) {
        return new PrefetchSubject(name, stage, kind, System.nanoTime(), System.currentTimeMillis());
    }

    boolean isQuery() {
        return PrefetchPlanned.isQuery(stage.stage());
    }

    /** The kind that corrections belong to. A query has one of its own: its plan covers its scans only, and no model covers the rest. */
    StageKind correctedKind() {
        return isQuery() ? new StageKind(name) : kind;
    }

    /** Seconds from its submission to {@code nanos}. */
    double seconds(long nanos) {
        return (nanos - submittedNanos) / 1e9;
    }

    PlanRecords.About about(String app, long timeMillis) {
        return new PlanRecords.About(
                app, stage.stage(), stage.attempt(), correctedKind().text(), timeMillis);
    }
}
