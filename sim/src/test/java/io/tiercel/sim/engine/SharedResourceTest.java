package io.tiercel.sim.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class SharedResourceTest {
    private static final long MB = 1_000_000;

    private final Engine engine = new Engine();

    private SharedResource resource(double megabytesPerSecond) {
        return new SharedResource(engine, "disk", megabytesPerSecond * MB, 0);
    }

    private double[] ends(int count) {
        double[] ends = new double[count];
        Arrays.fill(ends, -1);
        return ends;
    }

    private Transfer begin(long megabytes, double[] ends, int i, SharedResource... path) {
        return Transfer.begin(megabytes * MB, List.of(path), () -> ends[i] = engine.now() / 1e9);
    }

    /** 100 MB alone for a second at 100 MB/s; then two at 50 MB/s each; the second goes on alone. */
    @Test
    void transfersShareTheBandwidthEqually() {
        SharedResource disk = resource(100);
        double[] ends = ends(2);
        begin(200, ends, 0, disk);
        engine.at(Engine.SECOND, () -> begin(150, ends, 1, disk));
        engine.run(100);
        assertThat(ends).containsExactly(3.0, 3.5);
        assertThat(disk.active()).isZero();
    }

    @Test
    void whatIsAbandonedLeavesItsShareToTheOthers() {
        SharedResource disk = resource(100);
        double[] ends = ends(2);
        begin(150, ends, 0, disk);
        Transfer other = begin(900, ends, 1, disk);
        engine.at(Engine.SECOND, other::abandon);
        engine.run(100);
        assertThat(ends).containsExactly(2.0, -1);
    }

    /** 100 MB of 300 are through when another comes for a second; what waits goes on when that has ended. */
    @Test
    void whatIsInTheBackgroundWaitsForAllOthers() {
        SharedResource disk = resource(100);
        double[] ends = ends(2);
        Transfer waits = Transfer.begin(300 * MB, List.of(disk), true, () -> ends[0] = engine.now() / 1e9);
        engine.at(Engine.SECOND, () -> begin(100, ends, 1, disk));
        engine.at(3 * Engine.SECOND / 2, () -> {
            assertThat(waits.carried()).isEqualTo(100 * MB);
            assertThat(disk.active()).isEqualTo(2);
        });
        engine.run(100);
        assertThat(ends).containsExactly(4.0, 2.0);
        assertThat(waits.carried()).isEqualTo(300 * MB);
    }

    /** Two processors: one task alone uses one of them, three share both. */
    @Test
    void whatIsLimitedGivesNoneMoreThanItsPart() {
        SharedResource processors = new SharedResource(engine, "processors", 2 * MB, 0, MB);
        double[] ends = ends(3);
        begin(3, ends, 0, processors);
        engine.at(Engine.SECOND, () -> {
            begin(2, ends, 1, processors);
            begin(2, ends, 2, processors);
        });
        engine.run(100);
        assertThat(ends).containsExactly(4.0, 4.0, 4.0);
    }

    @Test
    void anotherBandwidthCountsFromThenOn() {
        SharedResource disk = resource(100);
        double[] ends = ends(1);
        begin(150, ends, 0, disk);
        engine.at(Engine.SECOND, () -> disk.changeBandwidth(10 * MB));
        engine.run(100);
        assertThat(ends).containsExactly(6.0);
    }

    /** The network is the slower for the one, the disk for the two together. */
    @Test
    void aTransferOverSeveralResourcesTakesAsLongAsTheSlowest() {
        SharedResource disk = resource(100);
        SharedResource network = resource(40);
        double[] ends = ends(2);
        begin(100, ends, 0, disk, network);
        begin(200, ends, 1, disk);
        engine.run(100);
        assertThat(ends).containsExactly(2.5, 3.0);
    }

    @Test
    void noBytesTakeNoTime() {
        double[] ends = ends(1);
        begin(0, ends, 0, resource(100));
        engine.run(100);
        assertThat(ends).containsExactly(0.0);
    }

    @Test
    void badInputIsRefused() {
        assertThatThrownBy(() -> resource(0)).hasMessage("bytes per second: expected above 0 and finite, got 0.0");
        assertThatThrownBy(() -> Transfer.begin(-1, List.of(resource(1)), () -> {}))
                .hasMessage("bytes: expected at least 0, got -1");
        assertThatThrownBy(() -> Transfer.begin(1, List.of(), () -> {}))
                .hasMessage("path: expected at least one resource, got none");
    }

    /** Against a simulation that goes from change to change and serves each transfer by hand. */
    @Test
    void virtualTimeAgreesWithServingByHand() {
        for (long seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            int count = 1 + random.nextInt(30);
            double[] begins = random.doubles(count, 0, 5)
                    .map(t -> Math.round(t * 10) / 10.0)
                    .sorted()
                    .toArray();
            long[] bytes = random.longs(count, 0, 200).toArray();
            Engine own = new Engine();
            SharedResource disk = new SharedResource(own, "disk", 100 * MB, 0);
            double[] ends = new double[count];
            for (int i = 0; i < count; i++) {
                int each = i;
                own.at(
                        Math.round(begins[i] * 1e9),
                        () -> Transfer.begin(bytes[each] * MB, List.of(disk), () -> ends[each] = own.now() / 1e9));
            }
            own.run(10_000);
            assertThat(ends).as("seed %d", seed).containsExactly(byHand(begins, bytes), within(1e-6));
        }
    }

    private static double[] byHand(double[] begins, long[] megabytes) {
        double[] left = Arrays.stream(megabytes).asDoubleStream().toArray();
        double[] ends = new double[left.length];
        Arrays.fill(ends, -1);
        double now = 0;
        int next = 0;
        while (true) {
            List<Integer> active = new ArrayList<>();
            for (int i = 0; i < next; i++) {
                if (ends[i] < 0) {
                    active.add(i);
                }
            }
            double shortest = active.stream().mapToDouble(i -> left[i]).min().orElse(Double.POSITIVE_INFINITY);
            double end = now + shortest * active.size() / 100;
            double change = next < begins.length ? begins[next] : Double.POSITIVE_INFINITY;
            if (active.isEmpty() && next == begins.length) {
                return ends;
            }
            double until = active.isEmpty() ? change : Math.min(end, change);
            for (int i : active) {
                left[i] -= (until - now) * 100 / active.size();
                if (left[i] < 1e-7) {
                    ends[i] = until;
                }
            }
            now = until;
            while (next < begins.length && begins[next] <= now) {
                next++;
            }
        }
    }

    /** 100 bytes a second and a loss of 1: two get 100 / 1.5 together, so 100 bytes each take 3 s. One alone loses nothing. */
    @Test
    void aDiskLosesBySeeksWhatSeveralReadAtATime() {
        Engine engine = new Engine();
        SharedResource disk = new SharedResource(engine, "disk", 100, 1);
        for (int i = 0; i < 2; i++) {
            Transfer.begin(100, List.of(disk), () -> {});
        }
        engine.run(10);
        assertThat(engine.now()).isEqualTo(3 * Engine.SECOND);
        Transfer.begin(100, List.of(disk), () -> {});
        engine.run(10);
        assertThat(engine.now()).isEqualTo(4 * Engine.SECOND);
        assertThat(disk.leastBytesPerSecond()).isEqualTo(50);
    }
}
