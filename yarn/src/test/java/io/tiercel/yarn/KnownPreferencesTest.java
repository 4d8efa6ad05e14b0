package io.tiercel.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.allocate.AttemptPreferences;
import io.tiercel.allocate.AttemptPreferences.Ask;
import io.tiercel.allocate.PreferenceBook.Held;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class KnownPreferencesTest {
    private static final Ask ASK = new Ask(20, 0, Map.of("n1", Map.of(1.0, 2)));

    private final AtomicLong nanos = new AtomicLong();
    private final KnownPreferences known = new KnownPreferences(100, nanos::get);

    @Test
    void theyCountForTheRequestOfTheAttemptOfTheUserWhoWroteThem() {
        assertThat(known.isEmpty()).isTrue();
        known.replace(List.of(new Held("ann", new AttemptPreferences("a", 2, List.of(ASK)))));

        assertThat(known.isEmpty()).isFalse();
        assertThat(known.of("a", 2, "ann", 20, 0)).contains(ASK);
        assertThat(known.of("a", 2, "ann", 20, -1))
                .as("YARN's other number for none")
                .contains(ASK);
        assertThat(known.of("a", 1, "ann", 20, 0)).as("another attempt").isEmpty();
        assertThat(known.of("a", 2, "bob", 20, 0)).as("another user").isEmpty();
        assertThat(known.of("a", 2, "ann", 10, 0)).as("another priority").isEmpty();
        assertThat(known.of("a", 2, "ann", 20, 7)).as("another request").isEmpty();
        assertThat(known.of("b", 2, "ann", 20, 0)).as("another application").isEmpty();
    }

    @Test
    void theyCountAsLongAsTheyAreConfirmed() {
        known.replace(List.of(new Held("ann", new AttemptPreferences("a", 1, List.of(ASK)))));
        nanos.set(100);
        assertThat(known.of("a", 1, "ann", 20, 0)).isPresent();
        known.confirm();
        nanos.set(200);
        assertThat(known.of("a", 1, "ann", 20, 0)).isPresent();
        nanos.set(201);
        assertThat(known.of("a", 1, "ann", 20, 0)).isEmpty();
        known.confirm();
        assertThat(known.of("a", 1, "ann", 20, 0)).isPresent();
        known.replace(List.of());
        assertThat(known.of("a", 1, "ann", 20, 0)).isEmpty();
    }
}
