package io.tiercel.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.assign.AssignmentPolicies;
import io.tiercel.cli.CommandRun;
import io.tiercel.json.AsyncLineWriter;
import io.tiercel.prefetch.plan.PrefetchPlanners;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReplayCommandTest {
    private static final String DESIGN =
            """
            {"racks": [0, 0, 1], "slots": [1, 1, 0], "c1": 40, "c2": 100,
             "tasks": [[[0, 1], [2, 20]], [[1, 8]], []]}
            """;
    private static final String TWO_ON_ONE =
            "{\"racks\":[0,0],\"slots\":[1,1],\"c1\":40,\"c2\":100,\"tasks\":[[[0,20],[1,1]],[[0,20]]]}";

    @TempDir
    private Path directory;

    @Test
    void answersDesignsExample() throws IOException {
        CommandRun run = CommandRun.of("replay", file(DESIGN));

        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isZero();
        assertThat(run.outLines()).containsExactly("{\"assignment\":[0,1,-1],\"matched\":2,\"cost\":9}");
    }

    @Test
    void answersEveryRecordOfEveryFileInOrder() throws IOException {
        CommandRun run = CommandRun.of("replay", file(TWO_ON_ONE, "", DESIGN), file(TWO_ON_ONE));

        assertThat(run.outLines())
                .containsExactly(
                        "{\"assignment\":[1,0],\"matched\":2,\"cost\":21}",
                        "{\"assignment\":[0,1,-1],\"matched\":2,\"cost\":9}",
                        "{\"assignment\":[1,0],\"matched\":2,\"cost\":21}");
    }

    @Test
    void decidesUnderAnotherPolicyAndNamesIt() throws IOException {
        CommandRun run = CommandRun.of("replay", "--policy", "stock", file(TWO_ON_ONE));

        assertThat(run.outLines())
                .containsExactly("{\"assignment\":[0,1],\"matched\":2,\"cost\":80,\"policy\":\"stock\"}");
    }

    @Test
    void checkProvesTridentAndSaysWhatOthersCostMore() throws IOException {
        String file = file(TWO_ON_ONE);

        assertThat(CommandRun.of("replay", "--check", file).out()).contains("\"check\":\"optimal\"");
        assertThat(CommandRun.of("replay", "--check", "--policy", "stock", file).out())
                .contains("\"check\":\"costs 59 more than the least, 21\"");
    }

    @Test
    void eachRecordIsDecidedUnderItsOwnPolicyUnlessAnotherIsGiven() throws IOException {
        String file = file(decided("quartet", "[0,1]"), decided("trident", "[1,0]"));

        assertThat(CommandRun.of("replay", file).outLines())
                .containsExactly(
                        "{\"assignment\":[0,1],\"matched\":2,\"cost\":70,\"policy\":\"quartet\"}",
                        "{\"assignment\":[1,0],\"matched\":2,\"cost\":40,\"policy\":\"trident\"}");
        CommandRun another = CommandRun.of("replay", "--check", "--policy", "quartet", file);
        assertThat(another.exitCode()).isZero();
        assertThat(another.outLines().get(1))
                .endsWith(
                        "\"check\":\"costs 30 more than the least, 40; 2 of 2 tasks decided otherwise than recorded\"}");
        CommandRun unknown = CommandRun.of("replay", file(decided("magic", "[1,0]")));
        assertThat(unknown.exitCode()).isEqualTo(2);
        assertThat(unknown.err()).contains(": line 1: policy: expected one of tiercel, trident, ", ", got 'magic'");
    }

    private static final String READS =
            "{\"version\":1,\"record\":\"reads\",\"indexes\":[4,7],\"devices\":[],\"base\":[0,0,0],"
                    + "\"options\":[[[0,2,[0,2]],[1,3,[1,3]]],[[0,2,[0,2]],[1,3,[1,3]]]],\"choice\":[0,%d],"
                    + "\"seconds\":%d,\"fractional\":3,\"prices\":[0.6,0.4,0],\"limit\":4,\"bound\":2.4}";

    @Test
    void aPlanOfReadsIsProvedAndStartsAreCounted() throws IOException {
        String starts = "{\"version\":1,\"record\":\"starts\",\"app\":\"a\",\"stage\":0,\"attempt\":0,\"time\":1,"
                + "\"starts\":[[4,\"n\",\"PLANNED\"],[7,\"n\",\"PLANNED\"]],\"held\":[[\"m\",1]]}";
        CommandRun run = CommandRun.of("replay", "--check", file(READS.formatted(1, 3), starts));

        assertThat(run.err()).isEmpty();
        assertThat(run.outLines())
                .containsExactly(
                        "plan of 2 tasks: done in 3.000 s, no plan in less than 2.400 s (25.0 % apart); proved",
                        "2 tasks: the plan of the stage has it here", "1 rounds held slots");
    }

    @Test
    void aPlanOfReadsThatStatesAnotherTimeIsRefused() throws IOException {
        String file = file(READS.formatted(0, 3));
        CommandRun run = CommandRun.of("replay", "--check", file);

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.errLines()).containsExactly(file + ": line 1: states seconds 3.0, has 4.0");
    }

    /** Taken from a real record: five tasks on a node with one slot counted as optimal. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "trident | [0,0] | recorded assignment: node 0 holds more than its 1 slots",
                "trident | [0,9] | recorded assignment: task 1: no node 9",
                "trident | [0] | recorded assignment: expected a node for each of 2 tasks, got 1",
                "trident | [1,-1] | recorded assignment: matched 1 tasks, 2 can be",
                "trident | [0,1] | recorded assignment: costs 30 more than the least, 40",
                "quartet | [1,1] | recorded assignment: node 1 holds more than its 1 slots",
                "quartet | [1,0] | 2 of 2 tasks decided otherwise than recorded",
            })
    void checkFailsWhereTheRecordedAssignmentIsNotWhatItsPolicyDecides(String policy, String assignment, String why)
            throws IOException {
        String file = file(decided(policy, assignment));

        CommandRun run = CommandRun.of("replay", "--check", file);

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).contains("\"check\":\"failed: " + why + "\"");
        assertThat(run.errLines()).containsExactly(file + ": line 1: " + why);
    }

    @Test
    void checkTakesAnotherAssignmentOfTheLeastCostForTheSame() throws IOException {
        String tie = "{\"racks\":[0,0],\"slots\":[1,1],\"c1\":40,\"c2\":100,\"tasks\":[[[0,1],[1,1]],[[0,1],[1,1]]],"
                + "\"policy\":\"trident\",\"assignment\":";

        CommandRun run = CommandRun.of("replay", "--check", file(tie + "[0,1]}", tie + "[1,0]}"));

        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isZero();
        assertThat(run.outLines()).hasSize(2).allMatch(line -> line.endsWith("\"check\":\"optimal\"}"));
    }

    @Test
    void aFileWithoutRecordsIsNamed() throws IOException {
        String empty = file();

        CommandRun run = CommandRun.of("replay", "--check", empty);

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.errLines()).containsExactly(empty + ": expected decision records, found none");
    }

    /** The policy stock decides nothing, and leaves an empty file beside the others. */
    @Test
    void anEmptyFileBesideOthersIsPassedOver() throws IOException {
        CommandRun run = CommandRun.of("replay", "--check", file(), file(decided("trident", "[1,0]")));

        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isZero();
        assertThat(run.outLines()).hasSize(1);
    }

    @Test
    void aFileOfAnotherKindIsTwoLines() throws IOException {
        String other = file("# Tiercel", "Tiercel makes Spark and Hadoop", "run each task", "where its data is");

        CommandRun run = CommandRun.of("replay", other);

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.errLines())
                .hasSize(2)
                .last()
                .isEqualTo(other + ": expected decision records, found none in 4 lines");
        assertThat(run.errLines().get(0)).startsWith(other + ": line 1");
    }

    @Test
    void pruningIsSwitchedOnByHandAndMayCostMore() throws IOException {
        String crowded = file(
                "{\"racks\":[0,1],\"slots\":[1,1],\"c1\":40,\"c2\":100,\"c0\":39," + "\"tasks\":[[[0,1]],[[0,1]],[]]}");

        assertThat(CommandRun.of("replay", "--check", crowded).out()).contains("\"cost\":40,\"check\":\"optimal\"");
        CommandRun pruned = CommandRun.of("replay", "--check", "--prune", "1", crowded);
        assertThat(pruned.exitCode()).isZero();
        assertThat(pruned.out())
                .contains("\"cost\":101,\"policy\":\"trident\",\"check\":\"costs 61 more than the least, 40\"");
        assertThat(CommandRun.of("replay", "--prune", "0", crowded).exitCode()).isEqualTo(2);
        assertThat(CommandRun.of("replay", "--prune", "3", "--policy", "stock", crowded)
                        .err())
                .startsWith(
                        "tiercel replay: --prune: expected a replication factor of at least 1, with --policy trident");
    }

    @Test
    void repeatAddsTheMedianTime() throws IOException {
        CommandRun run = CommandRun.of(
                "replay", "--repeat", "3", file("{\"racks\":[],\"slots\":[],\"c1\":1,\"c2\":2,\"tasks\":[]}"));

        assertThat(run.out()).matches("\\{\"assignment\":\\[],\"matched\":0,\"cost\":0,\"medianMicros\":[0-9.]+}\\R");
    }

    @Test
    void answersDecimalCostsInTheRecordsNumbers() throws IOException {
        CommandRun run = CommandRun.of(
                "replay", file("{\"racks\":[0],\"slots\":[1],\"c1\":4.5,\"c2\":10.25,\"tasks\":[[[0,0.125]]]}"));

        assertThat(run.outLines()).containsExactly("{\"assignment\":[0],\"matched\":1,\"cost\":0.125}");
    }

    @Test
    void aMalformedRecordIsNamedAndTheOthersAreAnswered() throws IOException {
        String file = file(TWO_ON_ONE, "{\"racks\":[0],", TWO_ON_ONE, "", "{\"racks\":[0,\"a\"]}", TWO_ON_ONE);

        CommandRun run = CommandRun.of("replay", file);

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.outLines()).hasSize(3);
        assertThat(run.errLines()).hasSize(2);
        assertThat(run.errLines().get(0)).startsWith(file + ": line 2, column ");
        assertThat(run.errLines().get(1))
                .isEqualTo(file + ": line 5, column 13: expected racks: an array of rack numbers, got 'a'");
    }

    @Test
    void anUnreadableFileIsNamedAndTheOthersAreAnswered() throws IOException {
        CommandRun run =
                CommandRun.of("replay", directory.resolve("none").toString(), directory.toString(), file(TWO_ON_ONE));

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.outLines()).hasSize(1);
        assertThat(run.errLines())
                .containsExactly(
                        directory.resolve("none") + ": expected a file of decision records, there is none",
                        directory + ": expected a file of decision records, this is a directory");
    }

    @Test
    void anUnknownPolicyIsAnsweredWithTheKnownOnes() {
        CommandRun run = CommandRun.of("replay", "--policy", "tridant", "x");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err())
                .startsWith(
                        "tiercel replay: --policy: expected one of tiercel, trident, quartet, h-scheduler, mixapart, stock,"
                                + " got 'tridant'");
    }

    @Test
    @Timeout(value = 60, unit = TimeUnit.SECONDS)
    void aHundredThousandTasksAreNoTrouble() throws IOException {
        Random random = new Random(1);
        int nodes = 10_000;
        List<String> tasks = new ArrayList<>();
        for (int t = 0; t < 100_000; t++) {
            tasks.add("[[" + random.nextInt(nodes) + ",1],[" + random.nextInt(nodes) + ",8],[" + random.nextInt(nodes)
                    + ",20]]");
        }
        List<Integer> racks = new ArrayList<>();
        for (int node = 0; node < nodes; node++) {
            racks.add(node / 32);
        }
        String slots = "[8" + ",8".repeat(nodes - 1) + "]";

        CommandRun run = CommandRun.of(
                "replay",
                "--check",
                file("{\"racks\":" + racks + ",\"slots\":" + slots + ",\"c1\":40,\"c2\":100,\"tasks\":" + tasks + "}"));

        assertThat(run.err()).isEmpty();
        assertThat(run.out()).contains("\"matched\":80000,").contains("\"check\":\"optimal\"");
    }

    @Test
    void stagesBecomeOneTableOfTheirFile() throws IOException {
        String stage = "{\"version\":1,\"app\":\"app-1\",\"stage\":3,\"attempt\":0,\"name\":\"count at A.scala:7\","
                + "\"policy\":\"trident\",\"tasks\":9,\"launched\":9,\"possible\":{\"SSD\":8,\"HDD\":1},"
                + "\"happened\":{\"SSD\":7,\"HDD\":1,\"RACK\":1},\"bestHits\":8,\"schedulingMicrosMedian\":120,"
                + "\"schedulingMicrosMax\":3400,\"rounds\":5,\"heldMillis\":250}";
        String named =
                stage.replace("\"app\"", "\"record\":\"stage\",\"app\"").replace("\"attempt\":0", "\"attempt\":1");

        CommandRun run = CommandRun.of("replay", file(stage, TWO_ON_ONE, named));

        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isZero();
        assertThat(run.outLines())
                .containsExactly(
                        "{\"assignment\":[1,0],\"matched\":2,\"cost\":21}",
                        "application  stage  name                policy   launched  at best  SSD  HDD  RACK  rounds"
                                + "  median µs  longest µs  held ms",
                        "app-1        3      count at A.scala:7  trident         9        8  7/8  1/1   1/0       5"
                                + "        120       3,400      250",
                        "app-1        3.1    count at A.scala:7  trident         9        8  7/8  1/1   1/0       5"
                                + "        120       3,400      250");
    }

    @Test
    void rolledFilesAreReadWholeAndInOrder() throws IOException {
        Path current = directory.resolve("decisions-app-1.jsonl");
        List<String> answers = new ArrayList<>();
        try (AsyncLineWriter lines = new AsyncLineWriter(current, 1_000, 1_500)) {
            for (int tasks = 1; tasks <= 15; tasks++) {
                String record = "{\"racks\":[0],\"slots\":[%d],\"c1\":40,\"c2\":100,\"tasks\":[%s[[0,1]]]}"
                        .formatted(tasks, "[[0,1]],".repeat(tasks - 1));
                lines.add(() -> record);
                answers.add("{\"assignment\":[%s0],\"matched\":%d,\"cost\":%d}"
                        .formatted("0,".repeat(tasks - 1), tasks, tasks));
            }
        }
        Path older = directory.resolve("decisions-app-1.1.jsonl");
        assertThat(older).exists();

        CommandRun run = CommandRun.of("replay", older.toString(), current.toString());

        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isZero();
        assertThat(run.outLines()).isEqualTo(answers);
    }

    @Test
    void aRecordBeyondTheLimitsOfJsonIsNamedAndTheOthersAreAnswered() throws IOException {
        CommandRun run = CommandRun.of("replay", file("{\"c1\":" + "1".repeat(1_500) + "}", TWO_ON_ONE));

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.outLines()).hasSize(1);
        assertThat(run.errLines()).hasSize(1);
        assertThat(run.err()).contains(": line 1: Number value length");
    }

    @Test
    void theHelpListsPoliciesAndPlanners() {
        String help = CommandRun.of("replay", "--help").out().replaceAll("\\s+", " ");

        assertThat(help)
                .contains("One of " + String.join(", ", AssignmentPolicies.names()) + " (default: the recorded one;")
                .contains("one of " + String.join(", ", PrefetchPlanners.names()) + " (default: the recorded one)")
                .contains("docs/records.md");
    }

    /** Quartet asks for no costs: node 0 takes the first task that lies on its HDD. */
    private static String decided(String policy, String assignment) {
        return "{\"racks\":[0,0],\"slots\":[1,1],\"c1\":30,\"c2\":100,\"tasks\":[[[0,20],[1,20]],[[0,20]]],\"policy\":\""
                + policy + "\",\"assignment\":" + assignment + "}";
    }

    private String file(String... records) throws IOException {
        Path file = Files.createTempFile(directory, "records", ".jsonl");
        return Files.writeString(file, String.join("\n", records) + "\n").toString();
    }
}
