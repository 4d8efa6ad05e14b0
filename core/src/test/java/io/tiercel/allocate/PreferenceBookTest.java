package io.tiercel.allocate;

import static io.tiercel.allocate.PreferenceBook.Outcome.NOT_YOURS;
import static io.tiercel.allocate.PreferenceBook.Outcome.OUTDATED;
import static io.tiercel.allocate.PreferenceBook.Outcome.TAKEN;
import static io.tiercel.allocate.PreferenceBook.Outcome.TOO_MANY_OF_ONE;
import static io.tiercel.allocate.PreferenceBook.Outcome.TOO_MUCH;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tiercel.allocate.AttemptPreferences.Ask;
import io.tiercel.allocate.PreferenceBook.Held;
import io.tiercel.allocate.PreferenceBook.Limits;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class PreferenceBookTest {
    private static final long LIFE = 100;

    private final PreferenceBook book = new PreferenceBook(new Limits(2, 3, 5, 10_000), 1_000);

    private static AttemptPreferences of(String application, int attempt, int entries) {
        Map<Double, Integer> scores = new TreeMap<>();
        for (int i = 0; i < entries; i++) {
            scores.put((double) i, 1);
        }
        return new AttemptPreferences(application, attempt, List.of(new Ask(20, 0, Map.of("node", scores))));
    }

    @Test
    void whatIsWrittenIsReadUntilItIsForgotten() {
        assertThat(book.put("ann", of("a", 1, 2), LIFE, 0)).isEqualTo(TAKEN);
        assertThat(book.put("bob", of("b", 1, 3), 2 * LIFE, 0)).isEqualTo(TAKEN);
        assertThat(book.version()).isEqualTo(1_002);
        assertThat(book.all()).containsExactly(new Held("ann", of("a", 1, 2)), new Held("bob", of("b", 1, 3)));

        book.expire(LIFE);
        assertThat(book.all()).containsExactly(new Held("bob", of("b", 1, 3)));
        assertThat(book.version()).isEqualTo(1_003);

        assertThat(book.remove("ann", "b")).isFalse();
        assertThat(book.remove("bob", "b")).isTrue();
        assertThat(book.all()).isEmpty();
        assertThat(book.version()).isEqualTo(1_004);
    }

    @Test
    void theSameOnceMoreLivesLongerAndIsNoChange() {
        book.put("ann", of("a", 1, 2), LIFE, 0);
        assertThat(book.put("ann", of("a", 1, 2), 2 * LIFE, LIFE - 1)).isEqualTo(TAKEN);
        book.expire(LIFE);
        assertThat(book.all()).hasSize(1);
        assertThat(book.version()).isEqualTo(1_001);
    }

    @Test
    void anApplicationBelongsToWhoWroteFirstAndToItsLatestAttempt() {
        book.put("ann", of("a", 2, 2), LIFE, 0);
        assertThat(book.put("bob", of("a", 3, 2), LIFE, 0)).isEqualTo(NOT_YOURS);
        assertThat(book.put("ann", of("a", 1, 2), LIFE, 0)).isEqualTo(OUTDATED);
        assertThat(book.put("ann", of("a", 3, 1), LIFE, 0)).isEqualTo(TAKEN);
        assertThat(book.all()).containsExactly(new Held("ann", of("a", 3, 1)));
        assertThat(book.put("bob", of("a", 1, 2), 3 * LIFE, LIFE))
                .as("once forgotten")
                .isEqualTo(TAKEN);
    }

    @Test
    void itIsBounded() {
        assertThat(book.put("ann", of("a", 1, 6), LIFE, 0)).isEqualTo(TOO_MUCH);
        book.put("ann", of("a", 1, 4), LIFE, 0);
        assertThat(book.put("ann", of("b", 1, 2), LIFE, 0)).isEqualTo(TOO_MUCH);
        assertThat(book.put("ann", of("a", 1, 5), LIFE, 0))
                .as("in place of its own")
                .isEqualTo(TAKEN);
        assertThat(book.put("ann", of("a", 1, 1), LIFE, 0)).isEqualTo(TAKEN);
        book.put("ann", of("b", 1, 1), LIFE, 0);
        assertThat(book.put("ann", of("c", 1, 1), LIFE, 0))
                .as("a third application")
                .isEqualTo(TOO_MUCH);
        book.remove("ann", "b");
        assertThat(book.put("ann", of("c", 1, 4), LIFE, 0)).isEqualTo(TAKEN);
    }

    @Test
    void oneUserLeavesRoomForOthers() {
        PreferenceBook shared = new PreferenceBook(new Limits(4, 2, 99, 10_000), 0);
        shared.put("ann", of("a", 1, 1), LIFE, 0);
        shared.put("ann", of("b", 1, 1), LIFE, 0);
        assertThat(shared.put("ann", of("c", 1, 1), LIFE, 0)).isEqualTo(TOO_MANY_OF_ONE);
        assertThat(shared.put("ann", of("b", 1, 2), LIFE, 0)).isEqualTo(TAKEN);
        assertThat(shared.put("bob", of("c", 1, 1), LIFE, 0)).isEqualTo(TAKEN);
        shared.remove("ann", "a");
        assertThat(shared.put("ann", of("d", 1, 1), LIFE, 0)).isEqualTo(TAKEN);
    }

    @Test
    void itsBytesAreBounded() {
        long one = 3 + PreferenceSize.bytes(of("a", 1, 1));
        PreferenceBook tight = new PreferenceBook(new Limits(9, 9, 99, 2 * one), 0);
        assertThat(tight.put("ann", of("a", 1, 1), LIFE, 0)).isEqualTo(TAKEN);
        assertThat(tight.put("ann", of("b", 1, 1), LIFE, 0)).isEqualTo(TAKEN);
        assertThat(tight.put("ann", of("b", 1, 2), LIFE, 0)).isEqualTo(TOO_MUCH);
        assertThat(tight.put("ann", of("c", 1, 1), LIFE, 0)).isEqualTo(TOO_MUCH);
        tight.remove("ann", "a");
        assertThat(tight.put("ann", of("b", 2, 2), LIFE, 0)).isEqualTo(TAKEN);
    }

    @Test
    void itKnowsWhatAReaderHas() {
        book.put("ann", of("a", 1, 1), LIFE, 0);
        assertThat(book.isHeard("a")).isFalse();
        book.heard(book.version());
        assertThat(book.isHeard("a")).isTrue();
        book.put("ann", of("a", 1, 2), LIFE, 0);
        assertThat(book.isHeard("a")).isFalse();
        book.heard(book.version() + 7);
        assertThat(book.isHeard("a")).as("a version of another book").isFalse();
        assertThat(book.isHeard("none")).isFalse();
        book.heard(book.version());
        assertThat(book.isHeard("a")).isTrue();
        book.heard(0);
        assertThat(book.isHeard("a")).as("another reader has taken over").isFalse();
    }

    @Test
    void countsHoldInSeededWorlds() {
        for (long seed = 0; seed < 500; seed++) {
            Random random = new Random(seed);
            PreferenceBook any = new PreferenceBook(new Limits(3, 3, 10, 10_000), 0);
            for (int now = 0; now < 50; now++) {
                String application = "a" + random.nextInt(5);
                if (random.nextInt(4) == 0) {
                    any.remove("u", application);
                } else {
                    any.put("u", of(application, 1, random.nextInt(6)), now + 1 + random.nextInt(8), now);
                }
                List<Held> held = any.all();
                assertThat(held).as("seed " + seed).hasSizeLessThanOrEqualTo(3);
                assertThat(held.stream()
                                .mapToInt(each -> each.preferences().entries())
                                .sum())
                        .as("seed " + seed)
                        .isLessThanOrEqualTo(10);
            }
            any.expire(1_000);
            assertThat(any.put("u", of("last", 1, 10), 2_000, 1_000))
                    .as("all room is back, seed " + seed)
                    .isEqualTo(TAKEN);
        }
    }

    @Test
    void malformedPreferencesAreNamed() {
        assertThatThrownBy(() -> new AttemptPreferences(" ", 1, List.of()))
                .hasMessage("application: expected an id, got none");
        assertThatThrownBy(() -> new Ask(1, 0, Map.of("n1", Map.of(-1.0, 1)))).hasMessageContaining("score at n1");
        assertThatThrownBy(() -> new Ask(1, 0, Map.of("n1", Map.of(1.0, -1)))).hasMessageContaining("containers at n1");
        assertThatThrownBy(() -> new AttemptPreferences("a", 1, List.of(new Ask(1, 0, Map.of()))))
                .hasMessage("asks: expected places in each, got one without");
        assertThatThrownBy(() -> new AttemptPreferences("a".repeat(256), 1, List.of()))
                .hasMessage("application: expected at most 255 characters, got 256");
        assertThatThrownBy(() -> new Ask(1, 0, Map.of("n".repeat(256), Map.of())))
                .hasMessage("place: expected at most 255 characters, got 256");
    }
}
