package io.tiercel.sim.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tiercel.sim.cluster.Node.Slots;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class EngineTest {
    private final Engine engine = new Engine();
    private final List<String> happened = new ArrayList<>();

    private Runnable event(String name) {
        return () -> happened.add(engine.now() + " " + name);
    }

    @Test
    void eventsHappenByTimeAndThenInTheOrderInWhichTheyWereSet() {
        engine.at(5, event("a"));
        engine.at(3, event("b"));
        engine.at(5, event("c"));
        engine.at(0, event("d"));
        engine.run(10);
        assertThat(happened).containsExactly("0 d", "3 b", "5 a", "5 c");
        assertThat(engine.events()).isEqualTo(4);
    }

    @Test
    void aTimerSetAnewHappensOnceAndTakesItsTurnAnew() {
        Engine.Timer timer = engine.timer(event("timer"));
        timer.set(4);
        engine.at(7, event("other"));
        timer.set(7);
        engine.run(10);
        assertThat(happened).containsExactly("7 other", "7 timer");
        assertThat(timer.isSet()).isFalse();
    }

    @Test
    void aClearedTimerDoesNotHappen() {
        Engine.Timer timer = engine.timer(event("timer"));
        timer.set(4);
        timer.clear();
        timer.clear();
        engine.run(10);
        assertThat(happened).isEmpty();
    }

    @Test
    void nothingIsSetInThePast() {
        engine.at(3, () -> engine.at(2, event("too late")));
        assertThatThrownBy(() -> engine.run(10)).hasMessage("time: expected at least 3 (now), got 2");
    }

    @Test
    void aSimulationWithoutEndIsStopped() {
        Heartbeats heartbeat = new Heartbeats(engine, 1, 10, (node, beat) -> 0, node -> true);
        heartbeat.wake(0);
        assertThatThrownBy(() -> engine.run(100)).hasMessage("not at its end after 100 events, at 990 ns");
    }

    @Test
    void timersTakenOutAnywhereLeaveTheOthersInOrder() {
        for (long seed = 0; seed < 50; seed++) {
            Random random = new Random(seed);
            Engine each = new Engine();
            List<Long> times = new ArrayList<>();
            List<Engine.Timer> timers = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                Engine.Timer timer = each.timer(() -> times.add(each.now()));
                timer.set(random.nextInt(100));
                timers.add(timer);
            }
            int cleared = 0;
            for (Engine.Timer timer : timers) {
                switch (random.nextInt(3)) {
                    case 0 -> timer.set(random.nextInt(100));
                    case 1 -> {
                        timer.clear();
                        cleared++;
                    }
                    default -> {}
                }
            }
            each.run(1000);
            assertThat(times).as("seed %d", seed).isSorted().hasSize(200 - cleared);
        }
    }

    @Test
    void aHeartbeatSleepsWhileThereIsNothingToDoAndKeepsItsTimes() {
        int[] work = {2};
        Heartbeats heartbeat = new Heartbeats(engine, 1, 10, (node, beat) -> 3, node -> {
            event("beat").run();
            return --work[0] > 0;
        });
        heartbeat.wake(0);
        engine.at(47, () -> {
            work[0] = 1;
            heartbeat.wake(0);
            heartbeat.wake(0);
        });
        engine.run(100);
        assertThat(happened).containsExactly("3 beat", "13 beat", "53 beat");
    }

    @Test
    void aHeartbeatMayComeLateByAnotherTimeInEachInterval() {
        int[] work = {4};
        Heartbeats heartbeat = new Heartbeats(engine, 1, 10, (node, beat) -> beat % 2 == 0 ? 9 : 1, node -> {
            event("beat").run();
            return --work[0] > 0;
        });
        heartbeat.wake(0);
        engine.run(100);
        assertThat(happened).containsExactly("9 beat", "11 beat", "29 beat", "31 beat");
    }

    @Test
    void aHeartbeatThatIsWokenByItselfDoesNotBeatTwiceAtOneTime() {
        Heartbeats[] heartbeat = new Heartbeats[1];
        heartbeat[0] = new Heartbeats(engine, 1, 10, (node, beat) -> 0, node -> {
            event("beat").run();
            if (engine.now() < 20) {
                heartbeat[0].wake(0);
            }
            return false;
        });
        heartbeat[0].wake(0);
        engine.run(100);
        assertThat(happened).containsExactly("0 beat", "10 beat", "20 beat");
    }

    @Test
    void slotsAreTakenFromTheLowestNumber() {
        Slots slots = new Slots(2);
        assertThat(slots.take()).isZero();
        assertThat(slots.take()).isEqualTo(1);
        assertThatThrownBy(slots::take).hasMessage("expected a free slot, all 2 are taken");
        slots.release(0);
        assertThat(slots.free()).isEqualTo(1);
        assertThatThrownBy(() -> slots.release(0)).hasMessage("expected slot 0 to be taken, it is free");
    }

    @Test
    void aLogKeepsUpToItsBoundAndDigestsAll() {
        EventLog full = new EventLog(10);
        EventLog bounded = new EventLog(1);
        for (EventLog log : List.of(full, bounded)) {
            log.add(5, "task-start", 1, "node", 2);
            log.add(6, "task-end", 1);
        }
        assertThat(bounded.kept()).containsExactly("5\ttask-start\t1\tnode\t2\n");
        assertThat(bounded.lines()).isEqualTo(2);
        assertThat(bounded.sha256()).isEqualTo(full.sha256());
        full.add(7, "task-end", 2);
        assertThat(full.sha256()).isNotEqualTo(bounded.sha256());
    }
}
