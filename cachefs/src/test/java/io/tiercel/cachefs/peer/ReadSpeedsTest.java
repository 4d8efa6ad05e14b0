package io.tiercel.cachefs.peer;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.cachefs.peer.ReadSpeeds.Choice;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class ReadSpeedsTest {
    private static final long MS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final int MIB = 1 << 20;

    private final ReadSpeeds speeds = new ReadSpeeds();

    /** A clock may begin anywhere. */
    private long now = -5 * ReadSpeeds.PROBE;

    @Test
    void neighboursAreTriedFirst() {
        assertThat(speeds.choose(now)).isEqualTo(Choice.NEIGHBOUR);
        speeds.sourceGave(MIB, MS, now);
        assertThat(speeds.choose(now)).isEqualTo(Choice.NEIGHBOUR);
    }

    @Test
    void whatIsFasterIsReadAndTheOtherTriedFromTimeToTime() {
        speeds.sourceGave(MIB, 10 * MS, now);
        speeds.neighbourGave(MIB, 20 * MS, now);
        assertThat(speeds.choose(now)).isEqualTo(Choice.SOURCE);
        now += ReadSpeeds.PROBE + 1;
        assertThat(speeds.choose(now)).isEqualTo(Choice.ONE_FROM_NEIGHBOUR);
        assertThat(speeds.choose(now)).as("once").isEqualTo(Choice.SOURCE);
        speeds.neighbourGave(MIB, 5 * MS, now);
        assertThat(speeds.choose(now)).as("an old estimate is replaced").isEqualTo(Choice.NEIGHBOUR);
        now += ReadSpeeds.PROBE + 1;
        for (long sample = 0; sample < ReadSpeeds.SAMPLE; sample += MIB) {
            assertThat(speeds.choose(now)).as("now the source").isEqualTo(Choice.SOURCE);
            speeds.sourceGave(MIB, 10 * MS, now);
        }
        assertThat(speeds.choose(now)).isEqualTo(Choice.NEIGHBOUR);
    }

    @Test
    void aSmallDifferenceChangesNothing() {
        speeds.sourceGave(MIB, 10 * MS, now);
        speeds.neighbourGave(MIB, 11 * MS, now);
        assertThat(speeds.choose(now)).isEqualTo(Choice.NEIGHBOUR);
        speeds.neighbourGave(MIB, 20 * MS, now);
        assertThat(speeds.choose(now)).isEqualTo(Choice.SOURCE);
        for (int i = 0; i < 50; i++) {
            speeds.neighbourGave(MIB, 9 * MS, now);
        }
        assertThat(speeds.choose(now)).isEqualTo(Choice.SOURCE);
        for (int i = 0; i < 50; i++) {
            speeds.neighbourGave(MIB, 7 * MS, now);
        }
        assertThat(speeds.choose(now)).isEqualTo(Choice.NEIGHBOUR);
    }

    @Test
    void aSourceThatWasNeverReadIsTriedWhenNeighboursHaveGivenMuch() {
        for (long given = 0; given < ReadSpeeds.FIRST_PROBE; given += MIB) {
            assertThat(speeds.choose(now)).isEqualTo(Choice.NEIGHBOUR);
            speeds.neighbourGave(MIB, 5 * MS, now);
        }
        assertThat(speeds.choose(now)).isEqualTo(Choice.SOURCE);
        speeds.sourceGave(ReadSpeeds.SAMPLE, 4 * MS, now);
        assertThat(speeds.choose(now)).as("it is faster").isEqualTo(Choice.SOURCE);
    }

    @Test
    void oneSlowReadAmongManyDoesNotTurnIt() {
        for (int i = 0; i < 20; i++) {
            speeds.neighbourGave(MIB, MS, now);
        }
        speeds.sourceGave(MIB, 5 * MS, now);
        speeds.neighbourGave(MIB, 10 * MS, now);
        assertThat(speeds.choose(now)).isEqualTo(Choice.NEIGHBOUR);
    }

    @Test
    void aNeighbourHasTwiceTheSourcesTimeWithinBounds() {
        assertThat(speeds.patience(10 * MIB)).isEqualTo(2000 * MS);
        speeds.sourceGave(MIB, 200 * MS, now);
        assertThat(speeds.patience(MIB)).isEqualTo(400 * MS);
        assertThat(speeds.patience(1000)).isEqualTo(100 * MS);
        assertThat(speeds.patience(10 * MIB)).isEqualTo(2000 * MS);
    }
}
