package io.tiercel.allocate;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.allocate.AttemptPreferences.Ask;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PreferenceSizeTest {
    private static AttemptPreferences of(int asks, int places, int scores, String name) {
        Map<Double, Integer> counts = new HashMap<>();
        for (int score = 0; score < scores; score++) {
            counts.put((double) score, 1);
        }
        Map<String, Map<Double, Integer>> there = new HashMap<>();
        for (int place = 0; place < places; place++) {
            there.put(name + place, counts);
        }
        return new AttemptPreferences("a", 1, Collections.nCopies(asks, new Ask(1, 0, there)));
    }

    @Test
    void whatIsTooMuchIsNamed() {
        assertThat(PreferenceSize.excess(of(64, 64, 3, "n"))).isEmpty();
        assertThat(PreferenceSize.excess(of(1, 4_096, 3, "n"))).isEmpty();
        assertThat(PreferenceSize.excess(of(1, 1, 16, "n"))).isEmpty();
        assertThat(PreferenceSize.excess(of(65, 1, 1, "n")))
                .contains("preferences: expected at most 64 asks of a, got 65");
        assertThat(PreferenceSize.excess(of(2, 2_049, 1, "n")))
                .contains("preferences: expected at most 4096 places of a, got 4098");
        assertThat(PreferenceSize.excess(of(1, 1, 17, "n")))
                .contains("preferences: expected at most 16 scores at a place of a, got 17");
        assertThat(PreferenceSize.excess(of(1, 4_096, 3, "n".repeat(240))).orElseThrow())
                .startsWith("preferences: expected at most 1048576 bytes of a, got ");
    }

    @Test
    void bytesOfTextAreCounted() {
        AttemptPreferences wide = new AttemptPreferences("a", 1, List.of(new Ask(1, 0, Map.of("é", Map.of(1.0, 1)))));
        AttemptPreferences narrow = new AttemptPreferences("a", 1, List.of(new Ask(1, 0, Map.of("e", Map.of(1.0, 1)))));
        assertThat(PreferenceSize.bytes(wide)).isEqualTo(PreferenceSize.bytes(narrow) + 1);
    }
}
