package io.tiercel.spark.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.allocate.PreferenceSize;
import io.tiercel.protocol.AskPreferences;
import io.tiercel.protocol.PlaceScores;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class ExecutorCostsTest {
    private static WaitingTasks stage(int profile, int tasksPerExecutor, Object... hostsAndCosts) {
        WaitingTasks waiting = WaitingTasks.none(profile, tasksPerExecutor);
        for (int i = 0; i < hostsAndCosts.length; i += 2) {
            waiting.add((String) hostsAndCosts[i], (double) hostsAndCosts[i + 1]);
        }
        return waiting;
    }

    private static List<String> text(List<AskPreferences> asks) {
        List<String> texts = new ArrayList<>();
        for (AskPreferences ask : asks) {
            for (PlaceScores place : ask.getPlacesList()) {
                place.getScoresList()
                        .forEach(score -> texts.add(ask.getPriority() + " " + place.getPlace() + ": "
                                + score.getContainers() + " of " + score.getScore()));
            }
        }
        return texts;
    }

    @Test
    void anExecutorCostsTheMeanOfTheTasksThatWaitForItsHost() {
        WaitingTasks waiting = stage(0, 2, "a", 8.0, "a", 20.0, "a", 8.0, "b", 20.0);
        assertThat(text(ExecutorCosts.of(List.of(waiting)))).containsExactly("0 a: 2 of 12.0", "0 b: 1 of 20.0");
    }

    @Test
    void stagesOfOneProfileCountTogetherAndOthersApart() {
        List<WaitingTasks> stages = List.of(stage(0, 1, "a", 1.0), stage(0, 1, "a", 8.0), stage(3, 1, "a", 20.0));
        assertThat(text(ExecutorCosts.of(stages))).containsExactly("0 a: 2 of 4.5", "3 a: 1 of 20.0");
    }

    @Test
    void nothingIsSaidOfNoTasks() {
        assertThat(ExecutorCosts.of(List.of(WaitingTasks.none(0, 1)))).isEmpty();
    }

    @Test
    void ofTooManyHostsTheCheapestAreNamed() {
        WaitingTasks waiting = WaitingTasks.none(0, 1);
        IntStream.rangeClosed(0, PreferenceSize.MOST_PLACES)
                .forEach(host -> waiting.add("h" + host, host == 7 ? 20 : 8));
        waiting.add("x".repeat(256), 1);
        List<AskPreferences> asks = ExecutorCosts.of(List.of(waiting));
        assertThat(asks.get(0).getPlacesList())
                .hasSize(PreferenceSize.MOST_PLACES)
                .noneMatch(place -> place.getPlace().equals("h7"));
    }
}
