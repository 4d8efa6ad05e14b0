package io.tiercel.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class StageSharesTest {
    @Test
    void tasksWithoutInputOnANodeFillWhatCachesLeave() {
        StageShares shares = new StageShares(3);
        IntStream.range(0, 4).forEach(task -> shares.give(10, 0));
        shares.give(10, 1);
        assertThat(IntStream.range(0, 7).map(task -> shares.give(10))).containsExactly(2, 1, 2, 1, 2, 1, 2);
    }

    @Test
    void ofSeveralNodesWithItsInputATaskGoesToTheOneWithTheLeast() {
        StageShares shares = new StageShares(3);
        assertThat(shares.give(10, 2, 1)).isEqualTo(2);
        assertThat(shares.give(5, 1, 2)).isEqualTo(1);
        assertThat(shares.give(1, 1, 2)).isEqualTo(1);
        assertThat(shares.bytes(1)).isEqualTo(6);
        assertThat(shares.bytes(0)).isZero();
    }

    @Test
    void thereMustBeANode() {
        assertThatThrownBy(() -> new StageShares(0)).hasMessageContaining("nodes");
    }

    /** Graham's bound: the largest share is at most the mean and one task more, if tasks may go anywhere. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void noNodeHasMuchMoreThanTheOthers(long seed) {
        Random random = new Random(seed);
        int nodes = 1 + random.nextInt(20);
        StageShares shares = new StageShares(nodes);
        long all = 0;
        long largest = 0;
        for (int task = 0; task < 200; task++) {
            long bytes = 1 + random.nextInt(1000);
            shares.give(bytes);
            all += bytes;
            largest = Math.max(largest, bytes);
        }
        double bound = (double) all / nodes + largest;
        assertThat(IntStream.range(0, nodes).mapToLong(shares::bytes).max().orElseThrow())
                .isLessThanOrEqualTo((long) bound);
    }
}
