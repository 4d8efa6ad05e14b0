package io.tiercel.migrate.bind;

import static io.tiercel.migrate.ledger.Samples.MB;
import static io.tiercel.migrate.ledger.Samples.SECOND;
import static io.tiercel.migrate.ledger.Samples.device;
import static io.tiercel.migrate.ledger.Samples.pending;
import static io.tiercel.migrate.ledger.Samples.range;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tiercel.migrate.bind.MigrationTargets.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MigrationTargetsTest {
    private static final long BLOCK = 128 * MB;

    /** By hand, in seconds. Finish times of one more block at first: n0 1·2 = 2, n1 2·1 = 2, n2 10·1 = 10. */
    @Test
    void workedExample() {
        List<DeviceLoad> devices = List.of(
                DeviceLoad.ofBlocks(device(0), BLOCK, SECOND, 1),
                DeviceLoad.ofBlocks(device(1), BLOCK, 2 * SECOND, 0),
                DeviceLoad.ofBlocks(device(2), BLOCK, 10 * SECOND, 0));
        List<Target> targets = MigrationTargets.of(
                        List.of(
                                pending(1, BLOCK, 0, 1, 2), // 2, 2, 10: a tie, the first listed
                                pending(2, BLOCK, 0, 1), // 3, 2
                                pending(3, BLOCK, 1, 2), // 4, 10
                                pending(4, BLOCK, 2, 0), // 10, 3
                                pending(5, BLOCK, 2, 1, 0), // 10, 6, 4
                                pending(6, BLOCK, 7)), // nobody knows n7
                        devices)
                .targets();

        assertThat(targets).extracting(target -> target.device().orElse(-1)).containsExactly(0, 1, 1, 0, 0, -1);
        assertThat(targets).extracting(target -> target.finish() / SECOND).satisfies(seconds -> {
            double[] expected = {2, 2, 4, 3, 4, Double.POSITIVE_INFINITY};
            for (int i = 0; i < expected.length; i++) {
                assertThat(seconds.get(i)).isCloseTo(expected[i], within(1e-6));
            }
        });
    }

    /** Nine blocks, a device of 1 s and one of 5 s a block: the slow one gets what it finishes within 8 s. */
    @Test
    void noLastBlockIsLeftToASlowDevice() {
        List<DeviceLoad> devices = List.of(
                DeviceLoad.ofBlocks(device(0), BLOCK, SECOND, 0), DeviceLoad.ofBlocks(device(1), BLOCK, 5 * SECOND, 0));
        List<Target> targets =
                MigrationTargets.of(range(0, 9, BLOCK, 1, 0), devices).targets();

        // The fifth goes to the slow one, by a tie at 5 s in the order of listing; the others come too late for it.
        assertThat(targets).extracting(target -> target.device().orElse(-1)).containsExactly(0, 0, 0, 0, 1, 0, 0, 0, 0);
    }

    @Test
    void aSmallBlockGoesBehindASmallBlockRatherThanBehindALargeOne() {
        List<DeviceLoad> devices = List.of(new DeviceLoad(device(0), 10, 0), new DeviceLoad(device(1), 10, 0));
        List<Target> targets = MigrationTargets.of(
                        List.of(pending(1, BLOCK, 0, 1), pending(2, MB, 0, 1), pending(3, MB, 0, 1)), devices)
                .targets();
        assertThat(targets).extracting(target -> target.device().orElse(-1)).containsExactly(0, 1, 1);
    }

    /** Against the paper's algorithm, written down as it is printed, with a number of blocks and a time per block. */
    @Test
    void isThePapersAlgorithmWhereBlocksAreOfOneSize() {
        for (long seed = 0; seed < 2000; seed++) {
            Random random = new Random(seed);
            int nodes = 1 + random.nextInt(8);
            long[] migrationTime = new long[nodes];
            long[] finish = new long[nodes];
            List<DeviceLoad> devices = new ArrayList<>();
            for (int node = 0; node < nodes; node++) {
                migrationTime[node] = (1 + random.nextInt(20)) * BLOCK;
                int queued = random.nextInt(4);
                finish[node] = migrationTime[node] * (queued + 1);
                devices.add(DeviceLoad.ofBlocks(device(node), BLOCK, migrationTime[node], queued));
            }
            List<PendingMigration> blocks = new ArrayList<>();
            List<Integer> expected = new ArrayList<>();
            for (int b = random.nextInt(40); b > 0; b--) {
                int[] replicas = random.ints(0, nodes)
                        .distinct()
                        .limit(1 + random.nextInt(Math.min(3, nodes)))
                        .toArray();
                blocks.add(pending(b, BLOCK, replicas));
                int target = IntStream.of(replicas)
                        .boxed()
                        .min((one, other) -> Long.compare(finish[one], finish[other]))
                        .orElseThrow();
                expected.add(target);
                finish[target] += migrationTime[target];
            }
            assertThat(MigrationTargets.of(blocks, devices).targets())
                    .as("seed %d", seed)
                    .extracting(target -> target.device().orElse(-1))
                    .isEqualTo(expected);
        }
    }

    @Test
    void aDeviceListedTwiceIsRejected() {
        DeviceLoad load = new DeviceLoad(device(0), 1, 0);
        assertThatThrownBy(() -> MigrationTargets.of(List.of(), List.of(load, load)))
                .hasMessage("devices: n0/0 is listed twice");
    }
}
