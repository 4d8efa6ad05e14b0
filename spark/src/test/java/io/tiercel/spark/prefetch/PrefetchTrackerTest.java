package io.tiercel.spark.prefetch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.model.Block;
import io.tiercel.model.BlockId;
import io.tiercel.spark.input.PlacedBlock;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class PrefetchTrackerTest {
    private final StageBlocks job = new StageBlocks(
            IntStream.range(0, 4)
                    .mapToObj(b -> List.of(new PlacedBlock("/f", 100L * b, new Block(100, List.of(), id(b)))))
                    .toList(),
            path -> 1);
    private final PrefetchTracker taken = new PrefetchTracker();

    private static BlockId id(int block) {
        return new BlockId("pool", block, 1);
    }

    @Test
    void comparesTheLastArrivalWithWhatWasForetoldOfTheSameBlocks() {
        for (int b = 0; b < 4; b++) {
            taken.add(job.parts().get(b), 1 + b);
        }
        assertThat(taken.lastArrival()).isNaN();
        assertThat(taken.lastArrivalExpected()).isNaN();

        taken.arrived(id(1), 2.5);
        taken.arrived(id(1), 9);
        taken.arrived(id(0), 1.5);
        taken.arrived(id(7), 8);
        taken.launched(List.of(id(3)), id -> false);
        taken.arrived(id(3), 7);

        assertThat(taken.lastArrival()).as("of 0 and 1, each once").isEqualTo(2.5);
        assertThat(taken.lastArrivalExpected()).isEqualTo(2);
        assertThat(taken.late()).isEqualTo(1);
        assertThat(taken.unread()).containsExactlyInAnyOrder(id(0), id(1), id(2));
    }
}
