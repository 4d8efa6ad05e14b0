package io.tiercel.sim.paper;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.sim.paper.TridentSetup.FileSystem;
import io.tiercel.sim.run.Locality;
import io.tiercel.sim.run.Simulation;
import io.tiercel.sim.work.SizeClass;
import java.util.EnumSet;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** The claims of the paper that are to come out: who wins, in every class, and by about how much. */
final class TridentFigure9Test {
    private static final Predicate<Locality> MEMORY_LOCAL = Locality.MEMORY_LOCAL::equals;

    private static LocalityShares shares(FileSystem fileSystem, String policy) {
        return new LocalityShares(List.of(
                Simulation.run(TridentSetup.facebook(fileSystem, policy, TridentSetup.FITTED, 1), 0),
                Simulation.run(TridentSetup.facebook(fileSystem, policy, TridentSetup.FITTED, 2), 0)));
    }

    @Test
    void tridentIsDataLocalAlmostAlwaysOnBothFileSystems() {
        for (FileSystem fileSystem : FileSystem.values()) {
            LocalityShares trident = shares(fileSystem, "trident");
            for (SizeClass sizeClass : SizeClass.values()) {
                assertThat(trident.percent(sizeClass, Locality::isDataLocal))
                        .as("%s, class %s", fileSystem, sizeClass)
                        .isGreaterThan(95);
            }
        }
    }

    @Test
    void theDefaultFindsAThirdOfTheDataOfSmallJobsAndMoreOfLargerOnes() {
        LocalityShares stock = shares(FileSystem.HDFS, "stock");
        assertThat(stock.percent(SizeClass.A, Locality::isDataLocal)).isBetween(25.0, 40.0);
        assertThat(stock.percent(SizeClass.F, Locality::isDataLocal))
                .isGreaterThan(stock.percent(SizeClass.B, Locality::isDataLocal) + 10);
    }

    @Test
    void tridentReadsMoreFromMemoryThanAnyOtherInEveryClassButTheLargest() {
        LocalityShares trident = shares(FileSystem.OCTOPUS_FS, "trident");
        for (String other : List.of("stock", "h-scheduler", "quartet")) {
            LocalityShares shares = shares(FileSystem.OCTOPUS_FS, other);
            for (SizeClass sizeClass : EnumSet.range(SizeClass.A, SizeClass.E)) { // F: decision 1202
                assertThat(trident.percent(sizeClass, MEMORY_LOCAL))
                        .as("%s, class %s", other, sizeClass)
                        .isGreaterThan(shares.percent(sizeClass, MEMORY_LOCAL));
            }
        }
    }

    @Test
    void thereIsASeriesForEachBarAndMeasure() {
        Findings findings = new TridentFigure9().run(1);
        assertThat(findings.columns()).hasSize(SizeClass.values().length);
        assertThat(findings.series())
                .extracting(Findings.Series::name)
                .filteredOn(name -> name.endsWith("data-local"))
                .hasSize(6)
                .contains("HDFS, Default, data-local", "OctopusFS, Trident, data-local");
        assertThat(TextReport.of(findings)).contains("(30-40)", "(97-100)");
    }
}
