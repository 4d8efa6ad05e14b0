package io.tiercel.migrate.bind;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tiercel.migrate.Interference;
import io.tiercel.migrate.MigrationWorld;
import java.util.Arrays;
import java.util.Collections;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Properties of every binder. */
class MigrationBinderTest {
    private static final int BLOCKS = 100;

    static Stream<String> names() {
        return MigrationBinders.names().stream();
    }

    private static int[] migratedBy(MigrationBinder binder) {
        MigrationWorld world = new MigrationWorld(Collections.nCopies(5, Interference.none(1e8)), binder);
        world.hint("job", 0, BLOCKS, 1, 0);
        world.run(BLOCKS);
        assertThat(world.migrations().views().pending()).isZero();
        return world.migratedBy();
    }

    @ParameterizedTest
    @MethodSource("names")
    void everyBlockIsMigratedOnce(String name) {
        assertThat(Arrays.stream(migratedBy(MigrationBinders.named(name, 3))).sum())
                .isEqualTo(BLOCKS);
    }

    @ParameterizedTest
    @MethodSource("names")
    void theSameSeedMakesTheSameChoices(String name) {
        assertThat(migratedBy(MigrationBinders.named(name, 3))).isEqualTo(migratedBy(MigrationBinders.named(name, 3)));
    }

    @ParameterizedTest
    @MethodSource("names")
    void isCalledWhatItIsFoundBy(String name) {
        assertThat(MigrationBinders.named(name, 0).name()).isEqualTo(name);
    }

    @Test
    void anotherSeedMakesOtherChoicesWhereTheyAreRandom() {
        assertThat(migratedBy(new IgnemBinder(1))).isNotEqualTo(migratedBy(new IgnemBinder(2)));
    }

    @Test
    void anUnknownBinderIsAnswered() {
        assertThatThrownBy(() -> MigrationBinders.named("eager", 0))
                .hasMessage("migration binder: expected one of dyrs, ignem, naive, got 'eager'");
    }
}
