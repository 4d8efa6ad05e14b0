package io.tiercel.sim.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class HeartbeatsTest {
    private static final int NODES = 20;
    private static final long INTERVAL = 1_000_003;

    /** As each of them alone has them. */
    @Test
    void manyBeatAsEachOfThemWould() {
        for (long seed = 0; seed < 100; seed++) {
            assertThat(together(seed)).as("seed %d", seed).isNotEmpty().isEqualTo(alone(seed));
        }
    }

    private static long late(long seed, long node, long beat) {
        return new Random(seed * 1_000_003 + node * 1_009 + beat).nextLong(INTERVAL);
    }

    private static List<String> together(long seed) {
        Engine engine = new Engine();
        List<String> beats = new ArrayList<>();
        Random stays = new Random(seed);
        Heartbeats all = new Heartbeats(engine, NODES, INTERVAL, (node, beat) -> late(seed, node, beat), node -> {
            beats.add(engine.now() + " " + node);
            return stays.nextBoolean();
        });
        wakes(seed, engine, all::wake, odd -> all.wakeAll(node -> node % 2 == odd));
        return beats;
    }

    private static List<String> alone(long seed) {
        Engine engine = new Engine();
        List<String> beats = new ArrayList<>();
        Random stays = new Random(seed);
        List<Heartbeats> each = new ArrayList<>();
        for (int n = 0; n < NODES; n++) {
            int node = n;
            each.add(new Heartbeats(engine, 1, INTERVAL, (only, beat) -> late(seed, node, beat), only -> {
                beats.add(engine.now() + " " + node);
                return stays.nextBoolean();
            }));
        }
        wakes(seed, engine, node -> each.get(node).wake(0), odd -> {
            for (int node = odd; node < NODES; node += 2) {
                each.get(node).wake(0);
            }
        });
        return beats;
    }

    private interface Waker {
        void wake(int which);
    }

    private static void wakes(long seed, Engine engine, Waker one, Waker half) {
        Random random = new Random(~seed);
        for (int i = 0; i < 100; i++) {
            int node = random.nextInt(NODES);
            Waker waker = random.nextInt(4) == 0 ? half : one;
            engine.at(random.nextLong(30 * INTERVAL), () -> waker.wake(waker == half ? node % 2 : node));
        }
        engine.run(100_000);
    }

    @Test
    void nobodyBeatsAfterAllWereLetSleepUntilWokenAnew() {
        Engine engine = new Engine();
        List<String> beats = new ArrayList<>();
        Heartbeats all = new Heartbeats(engine, 3, 10, (node, beat) -> node, node -> {
            beats.add(engine.now() + " " + node);
            return true;
        });
        all.wakeAll(node -> true);
        engine.at(11, all::sleep);
        engine.at(25, () -> all.wake(1));
        engine.at(45, all::sleep);
        engine.run(100);
        assertThat(beats).containsExactly("0 0", "1 1", "2 2", "10 0", "31 1", "41 1");
    }

    @Test
    void anIntervalIsNotNothing() {
        assertThatThrownBy(() -> new Heartbeats(new Engine(), 1, 0, (node, beat) -> 0, node -> false))
                .hasMessage("interval, ns: expected at least 1, got 0");
    }
}
