package io.tiercel.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.linux.LockLimit;
import io.tiercel.linux.MemoryRoom;
import org.junit.jupiter.api.Test;

class StartBudgetTest {
    private static final LockLimit NO_LIMIT = new LockLimit(Long.MAX_VALUE, false, 0);
    private static final MemoryRoom NO_BOUND = new MemoryRoom(Long.MAX_VALUE, "nothing");

    private static long budget(long wanted, long daemon, MemoryRoom room, LockLimit limit) {
        return StartBudget.of(new MemorySettings(wanted, daemon, 10), room, limit);
    }

    private static MemoryRoom room(long bytes) {
        return new MemoryRoom(bytes, "a group");
    }

    /** A tenth of the room is left to others. */
    @Test
    void fitsIntoTheRoom() {
        assertThat(budget(900, 0, room(1_000), NO_LIMIT)).isEqualTo(900);
        assertThat(budget(901, 0, room(1_000), NO_LIMIT)).isEqualTo(900);
        assertThat(budget(0, 0, room(0), NO_LIMIT)).isZero();
        assertThat(budget(1L << 50, 0, NO_BOUND, NO_LIMIT)).isEqualTo(1L << 50);
    }

    @Test
    void leavesTheDaemonsShareOfTheRoom() {
        assertThat(budget(900, 200, room(1_000), NO_LIMIT)).isEqualTo(700);
        assertThat(budget(900, 2_000, room(1_000), NO_LIMIT)).isZero();
    }

    @Test
    void leavesTheDaemonsShareOfTheLockLimit() {
        assertThat(budget(900, 100, NO_BOUND, limit(1_000))).isEqualTo(900);
        assertThat(budget(900, 300, NO_BOUND, limit(1_000))).isEqualTo(700);
    }

    @Test
    void fitsIntoALockLimitThatSomebodyHasSet() {
        long mib = 1 << 20;
        assertThat(budget(1_000 * mib, 0, NO_BOUND, limit(65 * mib))).isEqualTo(65 * mib);
        assertThat(budget(1_000 * mib, 100 * mib, NO_BOUND, limit(500 * mib))).isEqualTo(400 * mib);
        assertThat(budget(1_000 * mib, 0, NO_BOUND, limit(64 * mib)))
                .as("blocks are read without locks, and the limit does not bound them")
                .isEqualTo(1_000 * mib);
    }

    /** Blocks are then read without locks, so the limit does not bound them. */
    @Test
    void isNotLoweredByALimitThatNobodyHasSetForLocks() {
        assertThat(budget(900, 0, NO_BOUND, limit(800))).isEqualTo(900);
        assertThat(budget(900, 1_000, NO_BOUND, limit(1_000))).isEqualTo(900);
        assertThat(budget(900, 300, NO_BOUND, new LockLimit(1_000, true, 0))).isEqualTo(900);
    }

    private static LockLimit limit(long bytes) {
        return new LockLimit(bytes, false, 0);
    }
}
