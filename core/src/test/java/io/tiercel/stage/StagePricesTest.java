package io.tiercel.stage;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.assign.CostModel;
import io.tiercel.assign.Preferences;
import io.tiercel.model.Block;
import io.tiercel.model.Replica;
import io.tiercel.model.Residency;
import io.tiercel.model.Task;
import io.tiercel.model.Tier;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

final class StagePricesTest {
    private static final int[] RACKS = {0, 0};

    private static StagePrices prices(double... shares) {
        Preferences[] lists = Arrays.stream(shares)
                .mapToObj(share -> new Task(
                        List.of(new Block(
                                100,
                                List.of(
                                        new Replica(0, Tier.SSD, Residency.NONE),
                                        new Replica(1, Tier.HDD, new Residency(share, false))))),
                        List.of()))
                .map(task -> CostModel.trident().price(task, node -> RACKS[node]))
                .toArray(Preferences[]::new);
        long[] bytes = new long[lists.length];
        boolean[] known = new boolean[lists.length];
        return new StagePrices(lists, bytes, known, RACKS);
    }

    @Test
    void showsTheSurestFirstAndTheRestByNumber() {
        StagePrices prices = prices(0, 0.96, 0, 1, 0.98, 0.1);
        assertThat(prices.tierFirst(new int[] {0, 1, 2, 3, 4, 5}, Tier.MEMORY)).containsExactly(3, 4, 1, 0, 2, 5);
        assertThat(prices.tierFirst(new int[] {1, 2, 4}, Tier.MEMORY)).containsExactly(4, 1, 2);
    }

    @Test
    void leavesThemAsTheyAreIfNothingIsInMemory() {
        int[] tasks = {0, 2, 5};
        assertThat(prices(0, 1, 0, 1, 1, 0.1).tierFirst(tasks, Tier.MEMORY)).isSameAs(tasks);
    }
}
