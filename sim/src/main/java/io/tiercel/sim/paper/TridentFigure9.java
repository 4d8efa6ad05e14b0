package io.tiercel.sim.paper;

import io.tiercel.sim.paper.Findings.SeriesBuilder;
import io.tiercel.sim.paper.TridentSetup.FileSystem;
import io.tiercel.sim.run.Locality;
import io.tiercel.sim.run.RunResult;
import io.tiercel.sim.run.Simulation;
import io.tiercel.sim.work.SizeClass;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Trident, figure 9: where the tasks of the Facebook workload read, by class of jobs, on two file systems under four schedulers. The paper's numbers
 * are those that its text gives (section 7.1); the figure's bars have no labels.
 */
final class TridentFigure9 implements Experiment {
    private static final PaperRange ALMOST_ALL = new PaperRange(97, 100);
    private static final PaperRange SMALL_JOBS = new PaperRange(30, 40);
    private static final PaperRange MOST = PaperRange.of(81);

    private static final Predicate<Locality> DATA_LOCAL = Locality::isDataLocal;
    private static final Predicate<Locality> MEMORY_LOCAL = Locality.MEMORY_LOCAL::equals;

    /** One group of bars. */
    private enum Bars {
        HDFS_DEFAULT(FileSystem.HDFS, "stock"),
        HDFS_TRIDENT(FileSystem.HDFS, "trident"),
        OCTOPUS_FS_DEFAULT(FileSystem.OCTOPUS_FS, "stock"),
        OCTOPUS_FS_H_SCHEDULER(FileSystem.OCTOPUS_FS, "h-scheduler"),
        OCTOPUS_FS_QUARTET(FileSystem.OCTOPUS_FS, "quartet"),
        OCTOPUS_FS_TRIDENT(FileSystem.OCTOPUS_FS, "trident");

        private final FileSystem fileSystem;
        private final String policy;

        Bars(FileSystem fileSystem, String policy) {
            this.fileSystem = fileSystem;
            this.policy = policy;
        }

        /** Data-local tasks: 30 to 40% in classes A and B, up to 81% in the largest; with Trident almost all. */
        Optional<PaperRange> dataLocal(SizeClass sizeClass) {
            if (policy.equals("trident")) {
                return Optional.of(ALMOST_ALL);
            }
            return switch (sizeClass) {
                case A, B -> Optional.of(SMALL_JOBS);
                case F -> Optional.of(MOST);
                default -> Optional.empty();
            };
        }

        /** Memory-local tasks: with Trident over 83% in every class; with H-Scheduler and Quartet 30 to 40% of larger jobs. */
        Optional<PaperRange> memoryLocal(SizeClass sizeClass) {
            return switch (this) {
                case OCTOPUS_FS_TRIDENT -> Optional.of(new PaperRange(83, 100));
                case OCTOPUS_FS_H_SCHEDULER, OCTOPUS_FS_QUARTET ->
                    sizeClass.compareTo(SizeClass.D) >= 0 ? Optional.of(new PaperRange(30, 40)) : Optional.empty();
                default -> Optional.empty();
            };
        }
    }

    @Override
    public Label label() {
        return new Label("trident", Kind.FIGURE, 9);
    }

    @Override
    public Findings run(int repetitions) {
        List<Findings.Series> series = new ArrayList<>();
        for (Bars bars : Bars.values()) {
            LocalityShares shares = shares(bars, repetitions);
            String name = name(bars);
            series.add(series(name + ", data-local", shares, DATA_LOCAL, bars::dataLocal));
            if (bars.fileSystem == FileSystem.OCTOPUS_FS) {
                series.add(series(name + ", memory-local", shares, MEMORY_LOCAL, bars::memoryLocal));
                series.add(series(name + ", SSD-local", shares, Locality.SSD_LOCAL::equals, c -> Optional.empty()));
                series.add(series(name + ", HDD-local", shares, Locality.HDD_LOCAL::equals, c -> Optional.empty()));
            }
        }
        return new Findings(
                "Trident, figure 9: where the tasks of the Facebook workload read, by class of jobs",
                "% of the tasks of a class",
                10,
                Arrays.stream(SizeClass.values()).map(SizeClass::name).toList(),
                series,
                List.of(
                        "The workload is drawn with the paper's counts; two costs are fitted on HDFS under the default scheduler: decision 1202.",
                        "The paper's values are those of its text; the bars have no labels. Decision 1202 says where memory locality falls"
                                + " short of it, and what may be why."));
    }

    private static LocalityShares shares(Bars bars, int repetitions) {
        List<RunResult> runs = new ArrayList<>();
        for (long seed = 1; seed <= repetitions; seed++) {
            runs.add(Simulation.run(TridentSetup.facebook(bars.fileSystem, bars.policy, TridentSetup.FITTED, seed), 0));
        }
        return new LocalityShares(runs);
    }

    private static String name(Bars bars) {
        String fileSystem = bars.fileSystem == FileSystem.HDFS ? "HDFS" : "OctopusFS";
        Map<String, String> schedulers =
                Map.of("stock", "Default", "trident", "Trident", "h-scheduler", "H-Scheduler", "quartet", "Quartet");
        return fileSystem + ", " + schedulers.get(bars.policy);
    }

    /** What the paper says of a class. */
    private interface Paper {
        Optional<PaperRange> of(SizeClass sizeClass);
    }

    private static Findings.Series series(String name, LocalityShares shares, Predicate<Locality> which, Paper paper) {
        SeriesBuilder builder = new SeriesBuilder(name);
        for (SizeClass sizeClass : SizeClass.values()) {
            builder.add(shares.percent(sizeClass, which), paper.of(sizeClass));
        }
        return builder.build();
    }
}
