package io.tiercel.demo.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RunOrderTest {
    private static final List<String> POLICIES = List.of("stock", "h-scheduler", "quartet", "trident");

    @Test
    void everyPolicyTakesEveryPlaceOnce() {
        List<List<String>> rounds = IntStream.rangeClosed(1, 4)
                .mapToObj(round -> RunOrder.order(POLICIES, round, 7))
                .toList();

        for (int place = 0; place < 4; place++) {
            int at = place;
            assertThat(rounds).extracting(order -> order.get(at)).containsExactlyInAnyOrderElementsOf(POLICIES);
        }
    }

    @Test
    void theSeedDecidesWhoBegins() {
        assertThat(RunOrder.order(POLICIES, 1, 3)).isEqualTo(RunOrder.order(POLICIES, 1, 3));
        assertThat(IntStream.range(0, 200)
                        .mapToObj(seed -> RunOrder.order(POLICIES, 1, seed).get(0))
                        .distinct())
                .hasSize(4);
    }
}
