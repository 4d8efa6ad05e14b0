package io.tiercel.demo;

import io.tiercel.cli.CommandFailure;
import io.tiercel.demo.cluster.DemoSettings;
import io.tiercel.demo.hadoop.HadoopScene;
import io.tiercel.demo.hadoop.HadoopTreatment;
import io.tiercel.demo.hadoop.JobReplay;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of the scene hadoop alone. */
final class HadoopOptions {
    /** By how much jobs are smaller than with --full. */
    private static final int USUAL_DIVISOR = 3;

    private static final int QUICK_DIVISOR = 10;
    private static final int TRACE_JOBS = 12;

    @Option(
            names = "--trace",
            paramLabel = "FILE",
            description =
                    "hadoop only: replay the first jobs of this trace of the SWIM suite (.tsv, or .tsv.gz) instead of"
                            + " generated ones.")
    private @Nullable Path trace;

    @Option(
            names = "--trace-jobs",
            paramLabel = "N",
            description = "hadoop only: jobs to replay of the --trace (default: " + TRACE_JOBS + ").")
    private @Nullable Integer traceJobs;

    void check() {
        if (traceJobs == null) {
            return;
        }
        if (trace == null) {
            throw new CommandFailure("--trace-jobs: expected with --trace only, got it without");
        }
        if (traceJobs < 2) {
            throw new CommandFailure("--trace-jobs: expected at least 2, got " + traceJobs);
        }
    }

    /** @param treatments their names; null for those of the scene */
    HadoopScene scene(DemoSettings settings, @Nullable List<String> treatments, boolean full) {
        Set<HadoopTreatment> ways =
                treatments == null ? HadoopTreatment.all(full, settings.quick()) : HadoopTreatment.named(treatments);
        int divisor = settings.quick() ? QUICK_DIVISOR : full ? 1 : USUAL_DIVISOR;
        JobReplay replay = trace == null
                ? JobReplay.generated(settings, divisor)
                : JobReplay.ofTrace(settings, trace, traceJobs == null ? TRACE_JOBS : traceJobs, divisor);
        return new HadoopScene(settings, replay, ways, System.out);
    }
}
