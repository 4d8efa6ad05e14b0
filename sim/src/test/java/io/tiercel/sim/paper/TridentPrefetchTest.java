package io.tiercel.sim.paper;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.sim.run.Locality;
import io.tiercel.sim.work.SizeClass;
import org.junit.jupiter.api.Test;

/** What Trident's section 7.4 claims and comes out: schedulers make prefetching worth it, the Oracle bounds it. */
final class TridentPrefetchTest {
    private static final Outcome ALL_UNSEEN = PrefetchBars.DEFAULT_ALL.facebook(1);
    private static final Outcome PLANNED = PrefetchBars.TRIDENT_NO_DELAY.facebook(1);
    private static final Outcome ORACLE = PrefetchBars.ORACLE.facebook(1);

    @Test
    void theOracleHasEverythingInMemory() {
        for (SizeClass each : SizeClass.values()) {
            assertThat(ORACLE.of(each).percent(Locality::isFromMemory))
                    .as("class %s", each)
                    .isGreaterThan(95);
        }
    }

    @Test
    void smallJobsReadWhatWasPlannedFromMemoryAndHardlyAnythingIsWasted() {
        assertThat(PLANNED.of(SizeClass.A).percent(Locality::isFromMemory)).isGreaterThan(90);
        assertThat(PLANNED.of(SizeClass.A).wasted()).isLessThan(5);
        assertThat(ALL_UNSEEN.of(SizeClass.A).wasted()).isGreaterThan(10);
    }

    @Test
    void planningGivesJobsMostOfWhatTheOracleWould() {
        Outcome base = PrefetchBars.NOTHING.facebook(1);
        for (SizeClass each : new SizeClass[] {SizeClass.A, SizeClass.B, SizeClass.C, SizeClass.D}) {
            assertThat(PLANNED.of(each).sooner(base.of(each)))
                    .as("class %s", each)
                    .isGreaterThan(ORACLE.of(each).sooner(base.of(each)) - 8);
        }
    }
}
