package io.tiercel.mapreduce;

import io.tiercel.assign.CostModel;
import io.tiercel.json.AsyncLineWriter;
import io.tiercel.json.DecisionRecords;
import io.tiercel.record.DecisionRecord;
import io.tiercel.record.RoundRecorder;
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

/** Records the rounds of one attempt of a job, as decisions of stage 0. Callers do not wait for the file system. */
final class DecisionLog implements AutoCloseable {
    private static final int MOST_LINES_WAITING = 4_096;
    private static final int MAPS = 0;

    private final String attempt;
    private final String policy;
    private final CostModel costs;
    private final AsyncLineWriter lines;

    /**
     * Opens the file in the background. A directory that cannot be written to costs one line in the log.
     *
     * @param directory on any file system of Hadoop
     * @param attempt of the application; names the file
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
     * @param waiting by the numbers that {@code decided} has
     * @param names of nodes by number
     * @param timeMillis since the epoch
     */
    void decided(Decided decided, List<WaitingMap> waiting, IntFunction<String> names, long timeMillis) {
        lines.add(() -> {
            DecisionRecord.Context context = new DecisionRecord.Context(
                    attempt,
                    MAPS,
                    0,
                    timeMillis,
                    IntStream.range(0, decided.problem().nodes())
                            .mapToObj(names)
                            .toList(),
                    Arrays.stream(decided.tasks())
                            .mapToObj(each -> waiting.get(each).map())
                            .toList());
            return DecisionRecords.line(new DecisionRecord(
                    context, RoundRecorder.record(decided.problem(), costs), policy, decided.decision()));
        });
    }

    @Override
    public void close() {
        lines.close();
    }
}
