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
        return MigrationBinder.names().stream();
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
        assertThat(Arrays.stream(migratedBy(MigrationBinder.named(name, 3))).sum())
                .isEqualTo(BLOCKS);
    }

    @ParameterizedTest
    @MethodSource("names")
    void theSameSeedMakesTheSameChoices(String name) {
        assertThat(migratedBy(MigrationBinder.named(name, 3))).isEqualTo(migratedBy(MigrationBinder.named(name, 3)));
    }

    @Test
    void isFoundByItsName() {
        assertThat(MigrationBinder.named("dyrs", 0)).isInstanceOf(LateBinder.class);
        assertThat(MigrationBinder.named("ignem", 0)).isInstanceOf(IgnemBinder.class);
        assertThat(MigrationBinder.named("naive", 0)).isInstanceOf(NaiveBinder.class);
    }

    @Test
    void anotherSeedMakesOtherChoicesWhereTheyAreRandom() {
        assertThat(migratedBy(new IgnemBinder(1))).isNotEqualTo(migratedBy(new IgnemBinder(2)));
    }

    @Test
    void anUnknownBinderIsAnswered() {
        assertThatThrownBy(() -> MigrationBinder.named("eager", 0))
                .hasMessage("migration binder: expected one of dyrs, ignem, naive, got 'eager'");
    }
}
