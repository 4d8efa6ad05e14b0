package io.tiercel.demo.hadoop;

import io.tiercel.demo.cluster.DemoSettings;
import io.tiercel.demo.hadoop.ReplayTrial.CountedMaps;
import io.tiercel.demo.jobs.SparkJob;
import io.tiercel.model.ByteSize;
import java.nio.file.Path;
import java.util.List;

/** Settings and made-up trials of the scene. */
final class HadoopTrials {
    private HadoopTrials() {}

    static DemoSettings settings(boolean quick) {
        return new DemoSettings(
                ByteSize.of("352m"),
                ByteSize.of("8m"),
                4,
                2,
                1,
                ByteSize.of("4m"),
                ByteSize.of("1m"),
                3,
                1,
                List.of("stock"),
                List.of(SparkJob.Q6),
                1,
                Path.of("out"),
                false,
                false,
                quick,
                "bin/tiercel demo hadoop");
    }

    /** @param shareOnSsd of the job's maps */
    static ReplayTrial trial(
            HadoopTreatment treatment, ReplayJob job, double shareOnSsd, double seconds, double taskSeconds) {
        int onSsd = (int) Math.round(shareOnSsd * job.blocks());
        return new ReplayTrial(
                1,
                treatment,
                job.name(),
                job.sizeClass(),
                job.blocks(),
                job.blocks(),
                onSsd,
                new CountedMaps(!treatment.isStock(), 0, onSsd, job.blocks() - onSsd, 0),
                seconds,
                taskSeconds,
                taskSeconds,
                "result of " + job.name());
    }

    /** The same trial without counters of Tiercel's. */
    static ReplayTrial uncounted(ReplayTrial trial) {
        return new ReplayTrial(
                trial.round(),
                trial.treatment(),
                trial.job(),
                trial.sizeClass(),
                trial.maps(),
                trial.dataLocal(),
                trial.onSsd(),
                CountedMaps.NONE,
                trial.seconds(),
                trial.mapSeconds(),
                trial.taskSeconds(),
                trial.sha256());
    }

    /**
     * A query that takes 20 s without the hook.
     *
     * @param afterWait seconds of the hinted query that has waited
     * @param atOnce seconds of the hinted query that has not
     */
    static List<QueryTrial> queries(double afterWait, double atOnce) {
        return List.of(
                new QueryTrial(1, QueryTreatment.STOCK, 20, 100, 0, "rows"),
                new QueryTrial(1, QueryTreatment.HINTED, atOnce, 100, 10, "rows"),
                new QueryTrial(1, QueryTreatment.STOCK_QUEUED, 20, 100, 0, "rows"),
                new QueryTrial(1, QueryTreatment.HINTED_QUEUED, afterWait, 100, 100, "rows"));
    }
}
