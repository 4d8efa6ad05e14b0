package io.tiercel.containers;

import io.tiercel.assign.CostModel;
import io.tiercel.json.AsyncLineWriter;
import io.tiercel.json.DecisionRecords;
import io.tiercel.json.ReadPlanRecords;
import io.tiercel.json.StartsRecords;
import io.tiercel.plan.dispatch.Dispatch;
import io.tiercel.plan.dispatch.ReadPlan;
import io.tiercel.record.DecisionRecord;
import io.tiercel.record.ReadPlanRecord;
import io.tiercel.record.RoundRecorder;
import io.tiercel.record.StartsRecord;
import io.tiercel.record.StartsRecord.Start;
import io.tiercel.stage.RoundPlan.Decided;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.security.PrivilegedExceptionAction;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.security.UserGroupInformation;

/** Records the rounds of one attempt of a job, as decisions of its stages. Callers do not wait for the file system. */
final class DecisionLog implements AutoCloseable {
    /** A line to be built holds a round's problem: all tasks that were in question. */
    private static final int MOST_LINES_WAITING = 64;

    private final String attempt;
    private final String policy;
    private final CostModel costs;
    private final AsyncLineWriter lines;

    /**
     * Opens the file in the background. A directory that cannot be written to costs one line in the log.
     *
     * @param directory on any file system of Hadoop
     * @param attempt names the file
     */
    DecisionLog(
            String directory,
            Configuration conf,
            UserGroupInformation user,
            String attempt,
            String policy,
            CostModel costs) {
        this.attempt = attempt;
        this.policy = policy;
        this.costs = costs;
        String file = directory + "/decisions-" + attempt + ".jsonl";
        this.lines = new AsyncLineWriter(
                file,
                () -> {
                    try {
                        return user.doAs((PrivilegedExceptionAction<Writer>) () -> create(new Path(file), conf));
                    } catch (InterruptedException e) {
                        throw new IOException(e);
                    }
                },
                MOST_LINES_WAITING);
    }

    private static Writer create(Path file, Configuration conf) throws IOException {
        return new BufferedWriter(
                new OutputStreamWriter(file.getFileSystem(conf).create(file, true), StandardCharsets.UTF_8));
    }

    /**
     * A round was decided.
     *
     * @param stage its number in the job
     * @param waiting by the numbers that {@code decided} has
     * @param names of nodes by number
     * @param timeMillis since the epoch
     */
    void decided(int stage, Decided decided, List<WaitingTask> waiting, IntFunction<String> names, long timeMillis) {
        // Here, since a line to be built must not hold all waiting tasks with their hosts.
        List<Integer> tasks = Arrays.stream(decided.tasks())
                .mapToObj(each -> waiting.get(each).task())
                .toList();
        lines.add(() -> {
            DecisionRecord.Context context = new DecisionRecord.Context(
                    attempt,
                    stage,
                    0,
                    timeMillis,
                    IntStream.range(0, decided.problem().nodes())
                            .mapToObj(names)
                            .toList(),
                    tasks);
            return DecisionRecords.line(new DecisionRecord(
                    context, RoundRecorder.record(decided.problem(), costs), policy, decided.decision()));
        });
    }

    /**
     * A stage's reads were planned.
     *
     * @param devices names by number, at least those of the plan
     * @param nodes names by number
     */
    void planned(int stage, ReadPlan plan, List<String> devices, IntFunction<String> nodes, long timeMillis) {
        lines.add(() -> ReadPlanRecords.line(new ReadPlanRecord(
                new DecisionRecord.Context(
                        attempt,
                        stage,
                        0,
                        timeMillis,
                        IntStream.range(0, plan.nodes()).mapToObj(nodes).toList(),
                        Arrays.stream(plan.tasks()).boxed().toList()),
                devices.subList(0, plan.devices()),
                plan)));
    }

    /** Tasks have got containers by the stage's plan. */
    void started(int stage, List<Dispatch.Start> starts, IntFunction<String> nodes, long timeMillis) {
        lines.add(() -> StartsRecords.line(new StartsRecord(
                attempt,
                stage,
                0,
                timeMillis,
                starts.stream()
                        .map(start -> new Start(start.task(), nodes.apply(start.node()), start.reason()))
                        .toList(),
                List.of())));
    }

    @Override
    public void close() {
        lines.close();
    }
}
