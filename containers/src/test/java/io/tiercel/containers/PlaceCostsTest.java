package io.tiercel.containers;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.assign.Preferences;
import io.tiercel.model.Tier;
import io.tiercel.protocol.AskPreferences;
import io.tiercel.protocol.PlaceScores;
import io.tiercel.protocol.ScoreCount;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class PlaceCostsTest {
    private static final int RACK = 40_000;

    private static Preferences list(int... costs) {
        return new Preferences(
                IntStream.range(0, costs.length).toArray(),
                costs,
                new Tier[costs.length],
                new int[0],
                new int[0],
                100_000);
    }

    private static int node(String host) {
        return Integer.parseInt(host.substring(1));
    }

    private static Map<Double, Integer> scores(AskPreferences ask, String host) {
        return ask.getPlacesList().stream()
                .filter(place -> place.getPlace().equals(host))
                .map(PlaceScores::getScoresList)
                .findFirst()
                .orElse(List.of())
                .stream()
                .collect(Collectors.toMap(ScoreCount::getScore, ScoreCount::getContainers, (a, b) -> a, TreeMap::new));
    }

    @Test
    void tasksAreCountedByCostAtTheHostsThatTheyAskFor() {
        AskPreferences ask = PlaceCosts.of(
                20,
                List.of(
                        new WaitingTask(0, List.of("n0", "n1")),
                        new WaitingTask(1, List.of("n0")),
                        new WaitingTask(2, List.of("n0", "n2"))),
                new Preferences[] {list(1_000, 8_000), list(8_000), list(8_000)},
                PlaceCostsTest::node,
                PlaceCosts.Plan.NONE,
                RACK);

        assertThat(ask.getPriority()).isEqualTo(20);
        assertThat(scores(ask, "n0")).isEqualTo(Map.of(1.0, 1, 8.0, 2));
        assertThat(scores(ask, "n1")).isEqualTo(Map.of(8.0, 1));
        assertThat(scores(ask, "n2")).as("not a holder").isEqualTo(Map.of(100.0, 1));
    }

    @Test
    void itSaysNoMoreThanTheCoordinatorTakes() {
        int tasks = 5_000;
        AskPreferences ask = PlaceCosts.of(
                20,
                IntStream.range(0, tasks)
                        .mapToObj(task -> new WaitingTask(task, List.of("n0", "n" + (1 + task % 4_500))))
                        .toList(),
                IntStream.range(0, tasks).mapToObj(task -> list(1_000 + task)).toArray(Preferences[]::new),
                PlaceCostsTest::node,
                PlaceCosts.Plan.NONE,
                RACK);

        assertThat(ask.getPlacesCount()).isEqualTo(4_096);
        assertThat(scores(ask, "n0")).hasSize(16).containsEntry(1.0, 1).containsEntry(5.999, tasks - 15);
        assertThat(scores(ask, "n1")).as("asked for twice").isNotEmpty();
    }

    /** Between the dearest planned read and one within the rack; the scheduler adds 40 to a score for that. */
    @Test
    void hostsThatThePlanDoesNotMeanCostMoreThanThoseThatItDoes() {
        AskPreferences ask = PlaceCosts.of(
                20,
                List.of(
                        new WaitingTask(0, List.of("n0", "n1")),
                        new WaitingTask(1, List.of("n0", "n1")),
                        new WaitingTask(2, List.of("n0", "n1")),
                        new WaitingTask(3, List.of("n0", "n2"))),
                new Preferences[] {list(8_000, 20_000), list(8_000, 20_000), list(8_000, 20_000), list(8_000)},
                PlaceCostsTest::node,
                task -> task == 2 ? OptionalInt.empty() : OptionalInt.of(task == 3 ? 7 : task),
                RACK);

        assertThat(scores(ask, "n0"))
                .as("tasks 2 and 3 count as planned nowhere: nobody asks for n7")
                .isEqualTo(Map.of(8.0, 3, 24.39, 1));
        assertThat(scores(ask, "n1")).isEqualTo(Map.of(20.0, 2, 30.243, 1));
        assertThat(scores(ask, "n2")).as("dearer than the rack anyway").isEqualTo(Map.of(100.0, 1));
    }

    @Test
    void tasksWithoutHostsHaveNoPlaces() {
        AskPreferences ask = PlaceCosts.of(
                20,
                List.of(new WaitingTask(0, List.of())),
                new Preferences[] {list()},
                PlaceCostsTest::node,
                PlaceCosts.Plan.NONE,
                RACK);

        assertThat(ask.getPlacesList()).isEmpty();
    }
}
