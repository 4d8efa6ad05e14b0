package io.tiercel.migrate.bind;

import static io.tiercel.migrate.ledger.Samples.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tiercel.migrate.Interference;
import io.tiercel.migrate.MigrationWorld;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * DYRS' section V-F on seven nodes with disks of 100 MB/s, 400 blocks of 64 MiB: against what the devices' bandwidth allows in sum.
 */
class SlowDeviceTest {
    private static final int BLOCKS = 400;
    private static final double FULL = 1e8;

    private static List<Interference> cluster(Interference... slow) {
        List<Interference> devices = new ArrayList<>(List.of(slow));
        while (devices.size() < 7) {
            devices.add(Interference.none(FULL));
        }
        return devices;
    }

    private static double ratio(List<Interference> devices, MigrationBinder binder, long seed) {
        MigrationWorld world = new MigrationWorld(devices, binder);
        world.hint("sort", 0, BLOCKS, seed, 0);
        return (double) world.run(BLOCKS) / world.bound(BLOCKS);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 10})
    void oneDeviceIsSlower(int slowdown) {
        for (long seed = 0; seed < 10; seed++) {
            List<Interference> devices = cluster(Interference.always(FULL, slowdown));
            assertThat(ratio(devices, new LateBinder(), seed))
                    .as("%d times slower, seed %d", slowdown, seed)
                    .isLessThan(1.15);
        }
    }

    /** So slow that one block would outlast all others: it is known from an earlier job, and gets none. */
    @ParameterizedTest
    @ValueSource(ints = {30, 100, 1000})
    void oneDeviceIsKnownToBeFarSlower(int slowdown) {
        for (long seed = 0; seed < 10; seed++) {
            MigrationWorld world = new MigrationWorld(cluster(Interference.always(FULL, slowdown)), new LateBinder());
            world.hint("earlier", 0, 40, seed, 0);
            long start = world.run(40);
            world.hint("sort", 40, BLOCKS, seed, start);
            double ratio = (double) (world.run(BLOCKS) - start) / world.bound(BLOCKS);
            assertThat(ratio).as("%d times slower, seed %d", slowdown, seed).isLessThan(1.15);
        }
    }

    /** Figure 8: a seventh of the blocks, whatever the device is like. */
    @Test
    void ignemAndNaiveBalancingAreHeldUpByIt() {
        for (long seed = 0; seed < 10; seed++) {
            List<Interference> devices = cluster(Interference.always(FULL, 10));
            assertThat(ratio(devices, new IgnemBinder(seed), seed))
                    .as("seed %d", seed)
                    .isGreaterThan(4);
            double naive = ratio(devices, new NaiveBinder(), seed);
            double late = ratio(devices, new LateBinder(), seed);
            assertThat(naive).as("seed %d, late binding %s", seed, late).isGreaterThan(late);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {10, 20})
    void interferenceComesAndGoes(int seconds) {
        for (long seed = 0; seed < 10; seed++) {
            Interference first = new Interference(FULL, 4, seconds * SECOND, true);
            Interference second = new Interference(FULL, 4, seconds * SECOND, false);
            assertThat(ratio(cluster(first), new LateBinder(), seed))
                    .as("one node, every %d s, seed %d", seconds, seed)
                    .isLessThan(1.15);
            assertThat(ratio(cluster(first, second), new LateBinder(), seed))
                    .as("two nodes in turns, every %d s, seed %d", seconds, seed)
                    .isLessThan(1.15);
        }
    }

    /** Table II, in runs as long as the paper's: the same amount of interference, the same time. */
    @Test
    void equalInterferenceTakesEqualTime() {
        double always = meanTime(Interference.always(FULL, 4));
        for (int seconds : new int[] {10, 20}) {
            double inTurns = meanTime(
                    new Interference(FULL, 4, seconds * SECOND, true),
                    new Interference(FULL, 4, seconds * SECOND, false));
            assertThat(inTurns).as("every %d s", seconds).isCloseTo(always, within(0.05 * always));
        }
    }

    private static double meanTime(Interference... slow) {
        double sum = 0;
        for (long seed = 0; seed < 10; seed++) {
            MigrationWorld world = new MigrationWorld(cluster(slow), new LateBinder());
            world.hint("sort", 0, 3 * BLOCKS, seed, 0);
            sum += world.run(3 * BLOCKS);
        }
        return sum / 10;
    }

    /** The estimate comes back by itself, and the device serves the next job like the others. */
    @Test
    void aDeviceThatWasSlowGetsWorkAgain() {
        Interference slowAtFirst = new Interference(FULL, 30, 1000 * SECOND, true);
        MigrationWorld world = new MigrationWorld(cluster(slowAtFirst), new LateBinder());
        world.hint("first", 0, BLOCKS, 1, 0);
        world.run(BLOCKS);
        int before = world.migratedBy()[0];
        assertThat(before).isLessThan(BLOCKS / 40);

        world.runUntil(1100 * SECOND);
        world.hint("second", BLOCKS, BLOCKS, 2, 1100 * SECOND);
        world.run(BLOCKS);

        assertThat(world.migratedBy()[0] - before).isGreaterThan(BLOCKS / 10);
    }
}
