package io.tiercel.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tiercel.assign.Reason;
import io.tiercel.plan.LoadProblem;
import io.tiercel.plan.LoadSolver;
import io.tiercel.plan.dispatch.ReadPlan;
import io.tiercel.record.DecisionRecord;
import io.tiercel.record.ReadPlanRecord;
import io.tiercel.record.StartsRecord;
import io.tiercel.record.StartsRecord.Held;
import io.tiercel.record.StartsRecord.Start;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReadPlanRecordsTest {
    private static final long SEED = 7;

    /** Two devices on each of two nodes; each task reads from one of either node. */
    private static ReadPlan plan(int tasks) {
        Random random = new Random(SEED);
        LoadProblem.Builder builder = new LoadProblem.Builder(new double[] {0, 0.5, 0, 0.1, 0, 0, 0});
        int[] nodeOf = new int[2 * tasks];
        int[] numbers = new int[tasks];
        for (int task = 0; task < tasks; task++) {
            builder.task();
            numbers[task] = 3 * task;
            for (int node = 0; node < 2; node++) {
                double seconds = random.nextDouble();
                builder.option(seconds);
                builder.use(2 * node + random.nextInt(2), seconds / 2);
                builder.use(4 + node, seconds / 4);
                nodeOf[2 * task + node] = node;
            }
        }
        LoadProblem problem = builder.build();
        return new ReadPlan(numbers, nodeOf, 4, problem, new LoadSolver().solve(problem));
    }

    private static String line(ReadPlan plan) {
        return ReadPlanRecords.line(new ReadPlanRecord(
                new DecisionRecord.Context("app-1", 2, 0, 1000, List.of("a", "b"), List.of(0, 3, 6)),
                List.of("SSD of a", "HDD of a", "SSD of b", "HDD of b"),
                plan));
    }

    @Test
    void whatIsReadProvesAsMuchAsWhatWasWritten() throws MalformedRecordException {
        ReadPlan written = plan(3);
        String line = line(written);

        assertThat(RecordKind.of(line)).isEqualTo(RecordKind.READS);
        ReadPlan read = ReadPlanRecords.parse(line);
        assertThat(read.tasks()).containsExactly(0, 3, 6);
        assertThat(read.nodeOf()).containsExactly(0, 1, 0, 1, 0, 1);
        assertThat(read.plan().choice()).containsExactly(written.plan().choice());
        assertThat(read.plan().bound()).isEqualTo(written.plan().bound());
        assertThat(read.plan().check(read.problem())).isEmpty();
    }

    @Test
    void aRaisedBoundIsFoundOut() throws MalformedRecordException {
        String line = line(plan(3)).replaceFirst("\"bound\":[0-9.]+", "\"bound\":1000");
        ReadPlan read = ReadPlanRecords.parse(line);
        assertThat(read.plan().check(read.problem()))
                .hasValueSatisfying(why -> assertThat(why).startsWith("states a bound of 1000"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"record\":\"reads\"} | expected a key 'options', which is not there",
                "{\"options\":[[[0]]]} | expected options: for each task an array of [node, seconds alone, [resource, seconds], …],",
                "{\"options\":[[[0,1,[9,1]]]],\"base\":[0]} | resource: expected an index below 1, got 9",
                "{\"base\":[0,\"a\"]} | expected base: an array of seconds, got 'a'",
            })
    void sayWhatIsWrong(String text, String why) {
        assertThatThrownBy(() -> ReadPlanRecords.parse(text))
                .isInstanceOf(MalformedRecordException.class)
                .hasMessageContaining(why);
    }

    @Test
    void roundsAreReadAsTheyWereWritten() throws MalformedRecordException {
        StartsRecord round = new StartsRecord(
                "app-1",
                2,
                0,
                1000,
                List.of(new Start(3, "a", Reason.PLANNED), new Start(0, "b", Reason.SOONER_HERE)),
                List.of(new Held("b", 2)));
        String line = StartsRecords.line(round);

        assertThat(RecordKind.of(line)).isEqualTo(RecordKind.STARTS);
        assertThat(StartsRecords.parse(line)).isEqualTo(round);
    }
}
