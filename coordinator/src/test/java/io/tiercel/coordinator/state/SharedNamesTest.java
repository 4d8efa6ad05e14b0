package io.tiercel.coordinator.state;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class SharedNamesTest {
    private final SharedNames names = new SharedNames(2);

    private static String fresh(String name) {
        return new StringBuilder(name).toString();
    }

    @Test
    void equalNamesAreOneObject() {
        String first = names.shared(fresh("a"));
        assertThat(names.shared(fresh("a"))).isSameAs(first);
    }

    @Test
    void strangersCannotFillIt() {
        names.shared("a");
        names.shared("b");
        String third = fresh("c");
        assertThat(names.shared(third)).isSameAs(third);
        assertThat(names.shared(fresh("c"))).isNotSameAs(third).isEqualTo("c");
        assertThat(names.shared(fresh("a"))).isSameAs(names.shared(fresh("a")));
    }

    @Test
    void longNamesAreKeptAsTheyCame() {
        String name = "x".repeat(256);
        assertThat(names.shared(name)).isSameAs(name);
        assertThat(names.shared(fresh(name))).isNotSameAs(name);
    }
}
