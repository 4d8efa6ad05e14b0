package io.tiercel.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Entries came at 10, 20, 30, … and have a byte each unless a test says otherwise. */
final class SieveSweepTest {
    private final BitSet marked = new BitSet();
    private final BitSet kept = new BitSet();
    private final List<Integer> evicted = new ArrayList<>();

    private long sweep(int size, long hand, long bytes) {
        evicted.clear();
        return SieveSweep.sweep(
                new SieveSweep.Entries() {
                    @Override
                    public int size() {
                        return size;
                    }

                    @Override
                    public long bytes(int entry) {
                        return 1;
                    }

                    @Override
                    public long stamp(int entry) {
                        return 10 * (entry + 1);
                    }

                    @Override
                    public boolean isKept(int entry) {
                        return kept.get(entry);
                    }

                    @Override
                    public boolean takeMark(int entry) {
                        boolean wasMarked = marked.get(entry);
                        marked.clear(entry);
                        return wasMarked;
                    }
                },
                hand,
                bytes,
                evicted::add);
    }

    @Test
    void theOldestUnreadEntriesGoAndMarksAreTaken() {
        marked.set(0);
        marked.set(2);
        assertThat(sweep(5, SieveSweep.BEGIN, 2)).isEqualTo(40);
        assertThat(evicted).containsExactly(1, 3);
        assertThat(marked.isEmpty()).isTrue();
    }

    @Test
    void theHandGoesOnWhereItWasAndBeginsAgainAfterTheNewest() {
        assertThat(sweep(5, 30, 3)).isEqualTo(10);
        assertThat(evicted).containsExactly(3, 4, 0);
        assertThat(sweep(5, 50, 1)).as("at the newest").isEqualTo(10);
        assertThat(sweep(5, 25, 1)).as("its entry has gone").isEqualTo(30);
    }

    /** Else entries that come later would always go first, and old ones stay though nobody reads them. */
    @Test
    void theHandDoesNotWaitForEntriesThatComeLater() {
        assertThat(sweep(3, 20, 1)).isEqualTo(SieveSweep.BEGIN);
        assertThat(evicted).containsExactly(2);
    }

    @Test
    void ifAllAreMarkedTheSecondRoundEvicts() {
        marked.set(0, 3);
        assertThat(sweep(3, 10, 1)).isEqualTo(20);
        assertThat(evicted).containsExactly(1);
    }

    @Test
    void keptEntriesStayWithTheirMarksThoughNotEnoughGoes() {
        marked.set(1);
        kept.set(0, 2);
        assertThat(sweep(3, SieveSweep.BEGIN, 5)).isEqualTo(SieveSweep.BEGIN);
        assertThat(evicted).containsExactly(2);
        assertThat(marked.get(1)).isTrue();
    }

    @Test
    void anEmptyCacheHasNothingToEvict() {
        assertThat(sweep(0, 7, 1)).isEqualTo(7);
        assertThat(evicted).isEmpty();
    }
}
