package io.tiercel.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tiercel.assign.AssignmentProblem;
import io.tiercel.assign.CostModel;
import io.tiercel.assign.MixApartPolicy;
import io.tiercel.assign.StockPolicy;
import io.tiercel.model.Block;
import io.tiercel.model.Replica;
import io.tiercel.model.Residency;
import io.tiercel.model.Task;
import io.tiercel.model.Tier;
import io.tiercel.record.DecisionRecord;
import io.tiercel.record.RecordedRound;
import io.tiercel.record.RoundRecorder;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DecisionRecordsTest {
    private static final String DESIGN =
            """
            {"racks": [0, 0, 1], "slots": [1, 1, 0], "c1": 40, "c2": 100,
             "tasks": [[[0, 1], [2, 20]], [[1, 8]], []]}
            """;

    @Test
    void readsDesignsExample() throws MalformedRecordException {
        RecordedRound round = DecisionRecords.parse(DESIGN).round();

        assertThat(round.nodes()).isEqualTo(3);
        assertThat(round.slots()[2]).isZero();
        assertThat(round.racks()[2]).isEqualTo(1);
        assertThat(round.penalties().c0()).as("c2 where absent").isEqualTo(100);
        assertThat(round.tasks()).hasSize(3);
        assertThat(round.tasks().get(0).nodes()[1]).isEqualTo(2);
        assertThat(round.tasks().get(0).scores()[1]).isEqualTo(20);
    }

    @Test
    void passesOverWhatItDoesNotKnow() throws MalformedRecordException {
        RecordedRound round = DecisionRecords.parse(
                        "{\"names\":[{\"a\":[1]}],\"tasks\":[],\"racks\":[],\"slots\":[],\"c2\":1,\"c1\":1,\"zz\":null}")
                .round();

        assertThat(round.tasks()).isEmpty();
    }

    @Test
    void saysAndReadsWhatIsOnItsWay() throws MalformedRecordException {
        int[] rackOf = {0, 0};
        Task task = Task.reading(
                new Block(64, List.of(new Replica(1, Tier.SSD, new Residency(0, true)), new Replica(0, Tier.SSD))));
        AssignmentProblem problem = new AssignmentProblem(
                rackOf, new int[] {1, 1}, List.of(CostModel.trident().price(task, node -> rackOf[node])));
        String line = DecisionRecords.line(new DecisionRecord(
                new DecisionRecord.Context("app", 0, 0, 0, List.of("a", "b"), List.of(0)),
                RoundRecorder.record(problem, CostModel.trident()),
                "mixapart",
                new MixApartPolicy().decide(problem)));

        assertThat(line).contains("\"arriving\":[[0]]");
        assertThat(DecisionRecords.parse(line).round().problem().tasks().get(0).isArriving(0))
                .isTrue();
        assertThat(DecisionRecords.parse(line).round().problem().tasks().get(0).isArriving(1))
                .isFalse();
    }

    @Test
    void readsTiersThatAreSaid() throws MalformedRecordException {
        RecordedRound round = DecisionRecords.parse("{\"racks\":[0,0],\"slots\":[1,1],\"c1\":40,\"c2\":100,"
                        + "\"tasks\":[[[0,1],[1,1]]],\"tiers\":[[\"HDD\",\"PROCESS\"]]}")
                .round();

        assertThat(round.problem().tasks().get(0).nodeTier(0)).isEqualTo(Tier.HDD);
        assertThat(round.problem().tasks().get(0).nodeTier(1)).isNull();
    }

    @Test
    void writesOneLineThatReadsBackAsTheSameProblem() throws MalformedRecordException {
        int[] rackOf = {0, 0, 1};
        Task severalBlocks = Task.reading(
                new Block(64, List.of(new Replica(0, Tier.SSD))), new Block(32, List.of(new Replica(1, Tier.HDD))));
        Task cached = new Task(List.of(), List.of(2));
        AssignmentProblem problem = new AssignmentProblem(
                rackOf,
                new int[] {1, 1, 1},
                List.of(
                        CostModel.trident().price(severalBlocks, node -> rackOf[node]),
                        CostModel.trident().price(cached, node -> rackOf[node])));
        DecisionRecord record = new DecisionRecord(
                new DecisionRecord.Context("app-1", 2, 0, 1_700_000_000_000L, List.of("a", "b", "c"), List.of(4, 17)),
                RoundRecorder.record(problem, CostModel.trident()),
                "stock",
                new StockPolicy().decide(problem));

        String line = DecisionRecords.line(record);

        // On node 0 two thirds are read from its SSD and one third over the rack: (2 · 8 + 60) / 3.
        assertThat(line)
                .isEqualTo("{\"version\":1,\"app\":\"app-1\",\"stage\":2,\"attempt\":0,\"time\":1700000000000,"
                        + "\"names\":[\"a\",\"b\",\"c\"],\"indexes\":[4,17],"
                        + "\"racks\":[0,0,1],\"slots\":[1,1,1],\"c1\":40000,\"c2\":100000,\"c0\":39000,\"scale\":1000,"
                        + "\"tasks\":[[[0,25333],[1,38667]],[[2,0]]],"
                        + "\"tiers\":[[\"SSD\",\"REMOTE\"],[\"PROCESS\"]],"
                        + "\"policy\":\"stock\",\"assignment\":[0,2],\"matched\":2,\"cost\":25333,"
                        + "\"reasons\":[\"NODE_LOCAL\",\"PROCESS_LOCAL\"]}");
        RecordedDecision read = DecisionRecords.parse(line);
        assertThat(read.policy()).isEqualTo("stock");
        assertThat(read.assignment()).containsExactly(0, 2);
        AssignmentProblem again = read.round().problem();
        for (int task = 0; task < 2; task++) {
            for (int node = 0; node < 3; node++) {
                assertThat(again.cost(task, node)).isEqualTo(problem.cost(task, node));
            }
            for (int i = 0; i < again.tasks().get(task).size(); i++) {
                assertThat(Objects.toString(again.tasks().get(task).nodeTier(i)))
                        .isEqualTo(Objects.toString(problem.tasks().get(task).nodeTier(i)));
            }
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "`` | expected one JSON object, got nothing",
                "[] | expected one JSON object, got an array",
                "{\"racks\":[0],\"slots\":[1],\"c1\":1,\"c2\":2,\"tasks\":[[[0,1]]],\"arriving\":[[1]]}"
                        + " | arriving[0]: expected positions from 0 to 0, got 1",
                "{\"racks\":[0],\"slots\":[1],\"c1\":1,\"c2\":2,\"tasks\":[]} x | Unrecognized token 'x'",
                "{\"racks\":[0],\"slots\":[1],\"c1\":1,\"c2\":2,\"tasks\":[]}{} | expected nothing after the object,"
                        + " got",
                "{\"racks\":[0 | the text ends within a value",
                "{\"racks\":[0],\"racks\":[0]} | Duplicate field 'racks'",
                "{\"racks\":[0.5]} | racks: an array of rack numbers, got 0.5",
                "{\"racks\":0} | racks: an array of rack numbers, got 0",
                "{\"racks\":[9999999999]} | racks: an array of rack numbers, got 9999999999",
                "{\"c1\":NaN} | Non-standard token 'NaN'",
                "{\"c1\":\"40\"} | expected c1: a number, got '40'",
                "{\"c1\":null} | expected c1: a number, got null",
                "{\"tasks\":[[0,1]]} | expected tasks: a location as [node, score], got 0",
                "{\"tasks\":[[[0]]]} | as the score in [node, score], got the array's end",
                "{\"tasks\":[[[0,1,2]]]} | expected tasks: a location as [node, score], got 2",
                "{\"tasks\":[[[0.5,1]]]} | expected tasks: a node's number in [node, score], got 0.5",
                "{\"tiers\":[[\"TAPE\"]]} | expected tiers: PROCESS, MEMORY, SSD, HDD or REMOTE, got 'TAPE'",
                "{\"policy\":7} | expected policy: a policy's name, got 7",
                "{\"assignment\":[0.5]} | expected assignment: an array of node numbers, got 0.5",
                "{\"slots\":[1],\"c1\":1,\"c2\":2,\"tasks\":[]} | expected a key 'racks', which is not there",
                "{\"racks\":[0],\"slots\":[1],\"c1\":1,\"tasks\":[]} | expected a key 'c2', which is not there",
                "{\"racks\":[0],\"slots\":[1],\"c1\":1,\"c2\":1e400,\"tasks\":[]} | c2: expected a number from 0 to",
                "{\"racks\":[0],\"slots\":[1],\"c1\":1,\"c2\":2,\"tasks\":[[[3,1]]]} | tasks[0][0]: expected a node"
                        + " from 0",
                "{\"racks\":[0],\"slots\":[1],\"c1\":1,\"c2\":2,\"tasks\":[],\"tiers\":[[]]} | tiers: expected one"
                        + " array",
                "{\"racks\":[0],\"slots\":[1],\"c1\":1,\"c2\":2,\"tasks\":[[]],\"tiers\":[[\"SSD\"]]} | tiers[0]:"
                        + " expected",
            })
    void saysWhatIsWrong(String text, String message) {
        assertThatThrownBy(() -> DecisionRecords.parse(text))
                .isInstanceOf(MalformedRecordException.class)
                .hasMessageContaining(message);
    }

    /** Limits of the JSON library, which are no faults of the file. */
    @Test
    void saysWhatIsTooLarge() {
        String deep = "[".repeat(1_500) + "]".repeat(1_500);
        for (String text : List.of(
                "{\"c1\":" + "1".repeat(1_500) + "}",
                "{\"later\":" + deep + "}",
                "{\"" + "k".repeat(60_000) + "\":1}",
                "{\"racks\":" + deep + "}")) {
            assertThatThrownBy(() -> DecisionRecords.parse(text))
                    .isInstanceOfSatisfying(MalformedRecordException.class, e -> assertThat(e.line())
                            .isEqualTo(1))
                    .message()
                    .hasSizeLessThan(200)
                    .hasLineCount(1);
        }
    }

    @Test
    void refusesVersionsBelowTheFirst() {
        assertThatThrownBy(() -> DecisionRecords.parse("{\"version\":-1,\"racks\":[]}"))
                .hasMessageContaining("version: expected 1, got -1");
    }

    @Test
    void saysWhere() {
        assertThatThrownBy(() -> DecisionRecords.parse("{\"racks\": [0],\n \"slots\": [true]}"))
                .isInstanceOfSatisfying(MalformedRecordException.class, e -> {
                    assertThat(e.line()).isEqualTo(2);
                    assertThat(e.column()).isEqualTo(12);
                });
    }
}
