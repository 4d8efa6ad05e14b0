package io.tiercel.agent.migrate;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.agent.BlockStore.StoredReplica;
import io.tiercel.agent.Blocks;
import io.tiercel.agent.ManualClock;
import io.tiercel.protocol.BlockId;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PressureBudgetTest {
    private static final int PAGES = 12_288;
    private static final long FULL = 16L * PAGES;

    private final ManualClock clock = new ManualClock();
    private final PinnedBlocks pins = new PinnedBlocks(FULL, 100);
    private final List<BlockId> lost = new ArrayList<>();
    private OptionalDouble percent = OptionalDouble.of(0);
    private final PressureBudget budget = new PressureBudget(pins, 10, () -> percent, lost::add, clock);

    @BeforeEach
    void holdEightBlocks() throws IOException {
        Blocks blocks = Blocks.onDisk();
        for (int i = 0; i < 8; i++) {
            StoredReplica stored = blocks.find(blocks.add(i)).orElseThrow();
            assertThat(pins.reserve(Blocks.LENGTH)).isEmpty();
            pins.hold(Blocks.id(i), new PinnedBlocks.Pin(stored, null), () -> true);
        }
    }

    private void step(double now) {
        percent = OptionalDouble.of(now);
        clock.advance(Duration.ofNanos(PressureBudget.STEP));
        budget.tick();
    }

    /** The coordinator has a step's time to choose. */
    @Test
    void givesAQuarterBackInEachStep() {
        step(10.1);
        assertThat(pins.budget()).isEqualTo(6 * PAGES);
        assertThat(pins.reserve(1)).isPresent();
        assertThat(lost).isEmpty();
        step(50);
        assertThat(lost).hasSize(2);
        assertThat(pins.heldBytes()).isEqualTo(6 * PAGES);
        assertThat(pins.budget()).isEqualTo((long) (4.5 * PAGES));
        step(50);
        assertThat(pins.heldBytes()).isEqualTo(4 * PAGES);
        for (int i = 0; i < 10; i++) {
            step(50);
        }
        assertThat(pins.isEmpty()).isTrue();
        assertThat(pins.budget()).isZero();
    }

    @Test
    void givesBackNothingMoreThanTheCoordinatorHas() {
        step(11);
        pins.release(Blocks.id(3));
        pins.release(Blocks.id(4));
        step(6);
        assertThat(lost).isEmpty();
    }

    @Test
    void takesNoTwoStepsAtOnce() {
        step(99);
        clock.advance(Duration.ofSeconds(9));
        budget.tick();
        assertThat(pins.budget()).isEqualTo(6 * PAGES);
    }

    /** Below half of the threshold, for a minute, for each eighth. */
    @Test
    void growsAgainSlowlyAndOnlyWithoutPressure() {
        step(11);
        for (int i = 0; i < 20; i++) {
            step(6);
        }
        assertThat(pins.budget()).as("between the thresholds").isEqualTo(6 * PAGES);
        for (int i = 0; i < 5; i++) {
            step(5);
        }
        assertThat(pins.budget()).isEqualTo(6 * PAGES);
        step(5);
        assertThat(pins.budget()).isEqualTo(8 * PAGES);
        for (int i = 0; i < 24; i++) {
            step(0);
        }
        assertThat(pins.budget()).isEqualTo(FULL);
        step(0);
        assertThat(pins.budget()).isEqualTo(FULL);
    }

    @Test
    void aKernelWithoutPressureChangesNothing() {
        step(0);
        percent = OptionalDouble.empty();
        for (int i = 0; i < 10; i++) {
            clock.advance(Duration.ofNanos(PressureBudget.STEP));
            budget.tick();
        }
        assertThat(pins.budget()).isEqualTo(FULL);
        assertThat(lost).isEmpty();
    }
}
