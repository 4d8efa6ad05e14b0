package io.tiercel.spark.account;

import io.tiercel.assign.CostModel;
import io.tiercel.json.AsyncLineWriter;
import io.tiercel.json.DecisionRecords;
import io.tiercel.json.ReadPlanRecords;
import io.tiercel.json.StageSummaries;
import io.tiercel.json.StartsRecords;
import io.tiercel.plan.dispatch.ReadPlan;
import io.tiercel.record.DecisionRecord;
import io.tiercel.record.ReadPlanRecord;
import io.tiercel.record.RoundRecorder;
import io.tiercel.record.StageSummary;
import io.tiercel.record.StartsRecord;
import io.tiercel.record.StartsRecord.Held;
import io.tiercel.record.StartsRecord.Start;
import io.tiercel.stage.RoundPlan.Decided;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps the summaries of an application's stages, and records its decisions if the user wants that. Thread-safe. */
public final class ApplicationRecorder implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ApplicationRecorder.class);
    private static final int MOST_SUMMARIES = 1_000;
    private static final int MOST_LINES_WAITING = 4_096;

    private final String app;
    private final List<StageSummary> summaries = new ArrayList<>();
    private final @Nullable AsyncLineWriter decisions;
    private final @Nullable AsyncLineWriter stages;

    private ApplicationRecorder(String app, @Nullable AsyncLineWriter decisions, @Nullable AsyncLineWriter stages) {
        this.app = app;
        this.decisions = decisions;
        this.stages = stages;
    }

    /** Keeps summaries for the log alone. */
    public static ApplicationRecorder inLog(String app) {
        return new ApplicationRecorder(app, null, null);
    }

    /**
     * Also writes to files in {@code directory}; if that is impossible, logs it and goes on without.
     *
     * @param mostBytes the largest size of a file, after which the next begins and the one before last goes
     */
    public static ApplicationRecorder inDirectory(String app, String directory, long mostBytes) {
        try {
            Path path = Files.createDirectories(Path.of(directory));
            if (!Files.isWritable(path)) {
                throw new IOException("not writable");
            }
            return new ApplicationRecorder(
                    app,
                    new AsyncLineWriter(path.resolve("decisions-" + app + ".jsonl"), MOST_LINES_WAITING, mostBytes),
                    new AsyncLineWriter(path.resolve("stages-" + app + ".jsonl"), MOST_LINES_WAITING, mostBytes));
        } catch (IOException | RuntimeException e) {
            LOG.error(
                    "spark.tiercel.record.dir: expected a directory that can be written to, got '{}' ({}); nothing is "
                            + "recorded, the job goes on",
                    directory,
                    e.toString());
            return inLog(app);
        }
    }

    public String app() {
        return app;
    }

    public boolean records() {
        return decisions != null;
    }

    /**
     * A round was decided.
     *
     * @param names of places by number
     */
    public void decided(
            StageStatistics.Stage stage,
            String policy,
            Decided decided,
            CostModel costs,
            IntFunction<String> names,
            long timeMillis) {
        if (decisions != null) {
            decisions.add(() -> {
                DecisionRecord.Context context = new DecisionRecord.Context(
                        app,
                        stage.stage(),
                        stage.attempt(),
                        timeMillis,
                        IntStream.range(0, decided.problem().nodes())
                                .mapToObj(names)
                                .toList(),
                        Arrays.stream(decided.tasks()).boxed().toList());
                return DecisionRecords.line(new DecisionRecord(
                        context, RoundRecorder.record(decided.problem(), costs), policy, decided.decision()));
            });
        }
    }

    /**
     * A stage's reads were planned.
     *
     * @param devices names by number, at least those of the plan
     * @param nodes names by number
     */
    public void planned(
            StageStatistics.Stage stage,
            ReadPlan plan,
            Supplier<List<String>> devices,
            IntFunction<String> nodes,
            long timeMillis) {
        if (decisions != null) {
            decisions.add(() -> ReadPlanRecords.line(new ReadPlanRecord(
                    new DecisionRecord.Context(
                            app,
                            stage.stage(),
                            stage.attempt(),
                            timeMillis,
                            IntStream.range(0, plan.nodes()).mapToObj(nodes).toList(),
                            Arrays.stream(plan.tasks()).boxed().toList()),
                    devices.get().subList(0, plan.devices()),
                    plan)));
        }
    }

    /** A round of a planned stage has started tasks, or holds slots. */
    public void started(StageStatistics.Stage stage, List<Start> starts, List<Held> held, long timeMillis) {
        if (decisions != null) {
            decisions.add(() -> StartsRecords.line(
                    new StartsRecord(app, stage.stage(), stage.attempt(), timeMillis, starts, held)));
        }
    }

    /** A stage has ended. Its line of the log waits for the application's end, unless so many do already: a server may never end. */
    public synchronized void finished(StageSummary summary) {
        if (summaries.size() < MOST_SUMMARIES) {
            summaries.add(summary);
        } else {
            log(summary);
        }
        if (stages != null) {
            stages.add(() -> StageSummaries.line(summary));
        }
    }

    private static void log(StageSummary summary) {
        LOG.info("Tiercel: {}", summary.text());
    }

    /** Logs one line for each stage that has none yet, and ends the files. */
    @Override
    public synchronized void close() {
        summaries.forEach(ApplicationRecorder::log);
        summaries.clear();
        if (decisions != null) {
            decisions.close();
        }
        if (stages != null) {
            stages.close();
        }
    }
}
