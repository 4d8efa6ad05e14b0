package io.tiercel.sim.paper;

import io.tiercel.sim.engine.Engine;
import io.tiercel.sim.job.JobResult;
import io.tiercel.sim.paper.MixApartSetup.Platform;
import io.tiercel.sim.paper.PaperFigure.FigureSimulation;
import io.tiercel.sim.run.Simulation;
import io.tiercel.sim.schedule.SchedulingSpec.JobOrder;
import io.tiercel.sim.schedule.SchedulingSpec.OfferMode;
import io.tiercel.sim.workload.InputFile;
import io.tiercel.sim.workload.Job;
import io.tiercel.sim.workload.SwimReader.SwimScale;
import io.tiercel.sim.workload.Workload;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** MixApart's evaluation, sections 3.4, 8.1.3 and 8.1.4: one or two jobs alone. {@link MixApartTraceFigures} has the trace. */
final class MixApartFigures {
    private static final double[] REUSE = {0, 0.2, 0.4, 0.6, 0.8, 1};

    private MixApartFigures() {}

    /**
     * The job of section 8.1.3 over 12 days of Wikipedia's statistics.
     *
     * @param blockBytes what a task reads: a block, or a compressed file, which cannot be split
     * @param files lengths of the files
     */
    enum Dataset {
        /** Uncompressed: 82 GB in files of 300 MB, tasks of 50 Mb/s. */
        IO_INTENSIVE(50, 82_000_000_000L, 300_000_000L, MixApartSetup.BLOCK),
        /** Compressed: 23 GB in files of 85 MB, tasks of 20 Mb/s. */
        CPU_INTENSIVE(20, 23_000_000_000L, 85_000_000L, 85_000_000L);

        private final double megabits;
        private final List<Long> blocks = new ArrayList<>();

        Dataset(double megabits, long bytes, long fileBytes, long blockBytes) {
            this.megabits = megabits;
            for (long file = 0; file < bytes; file += fileBytes) {
                long end = Math.min(bytes, file + fileBytes);
                for (long block = file; block < end; block += blockBytes) {
                    blocks.add(Math.min(blockBytes, end - block));
                }
            }
        }

        long bytes(double share) {
            return blocks.stream()
                    .limit(Math.round(share * blocks.size()))
                    .mapToLong(Long::longValue)
                    .sum();
        }
    }

    static Map<String, FigureSimulation> simulations(Optional<Function<SwimScale, Workload>> trace) {
        Map<String, FigureSimulation> all = new HashMap<>(MixApartTraceFigures.simulations(trace));
        all.put("figure 1", MixApartFigures::clusterSizes);
        all.put("figure 3, a", MixApartFigures::ingest);
        all.put("figure 3, b", repetitions -> reuse(Dataset.IO_INTENSIVE, repetitions));
        all.put("figure 3, c", repetitions -> reuse(Dataset.CPU_INTENSIVE, repetitions));
        all.put("figure 5", MixApartFigures::mixes);
        return all;
    }

    /**
     * Two jobs that come at the same time, as table 1 has them. One job of each mix is CPU-intensive, and none of its input is cached.
     *
     * @param jobs which of them gets slots
     * @param isCpuFirst whether the CPU-intensive one comes first
     * @param isOtherCached whether the input of the I/O-intensive one is cached
     * @param blocks of each job's input, at most
     */
    private record Mix(JobOrder jobs, boolean isCpuFirst, boolean isOtherCached, int blocks) {
        /** The paper says of one job how large it is: "about 100 map tasks". */
        static final List<Mix> ALL = List.of(
                new Mix(JobOrder.FIFO, false, true, Integer.MAX_VALUE),
                new Mix(JobOrder.FAIR, false, true, Integer.MAX_VALUE),
                new Mix(JobOrder.FAIR, false, false, Integer.MAX_VALUE),
                new Mix(JobOrder.FIFO, true, true, 100));

        /** Seconds of both jobs, the first one's first. */
        double[] seconds(Platform platform, long seed) {
            InputFile some = file("some", Dataset.IO_INTENSIVE, blocks);
            InputFile cold = file("cold", Dataset.CPU_INTENSIVE, blocks);
            long begin = 100_000 * Engine.SECOND;
            Job warming = job("warming", 0, some, isOtherCached ? some.bytes() : 0, 0);
            Job one = job("one", begin, some, some.bytes(), cost(some, Dataset.IO_INTENSIVE.megabits));
            Job other = job("other", begin, cold, cold.bytes(), cost(cold, Dataset.CPU_INTENSIVE.megabits));
            Job first = isCpuFirst ? other : one;
            Workload workload = new Workload(List.of(some, cold), List.of(warming, first, isCpuFirst ? one : other));
            // Under equal priorities its transfers serve both jobs as well.
            Platform runs = jobs == JobOrder.FAIR && platform == Platform.MIXAPART ? Platform.FAIR : platform;
            double[] seconds = new double[2];
            for (JobResult result : Simulation.run(MixApartSetup.PAPER.scenario(runs, workload, jobs, seed), 0)
                    .jobs()) {
                if (result.job() != warming) {
                    seconds[result.job() == first ? 0 : 1] = result.duration() / (double) Engine.SECOND;
                }
            }
            return seconds;
        }
    }

    /** The durations of both jobs of each mix, in percent of Hadoop's. */
    private static Function<String, double[]> mixes(int repetitions) {
        return row -> Mix.ALL.stream()
                .flatMapToDouble(mix -> IntStream.range(0, 2).mapToDouble(job -> {
                    double hadoop = mean(repetitions, seed -> mix.seconds(Platform.HADOOP, seed)[job]);
                    return 100 * mean(repetitions, seed -> mix.seconds(platform(row), seed)[job]) / hadoop;
                }))
                .toArray();
    }

    private static InputFile file(String path, Dataset data, int blocks) {
        List<Long> some = data.blocks.stream().limit(blocks).toList();
        return new InputFile(path, some.stream().mapToLong(Long::longValue).sum(), some);
    }

    private static double cost(InputFile file, double megabits) {
        long block =
                file.blocks().isEmpty() ? MixApartSetup.BLOCK : file.blocks().get(0);
        return megabits == 0 ? 0 : MixApartSetup.secondsPerByte(megabits, block);
    }

    /** The platform that a row names: its name, up to a colon. */
    static Platform platform(String row) {
        int colon = row.indexOf(": ");
        return PaperFigure.named(Platform.values(), colon < 0 ? row : row.substring(0, colon));
    }

    static double mean(int repetitions, ToDoubleFunction<Long> ofSeed) {
        double sum = 0;
        for (long seed = 1; seed <= repetitions; seed++) {
            sum += ofSeed.applyAsDouble(seed);
        }
        return sum / repetitions;
    }

    /** Tasks that run at a time on average, in percent of what section 3.4 says, for tasks of 25 Mb/s: "20 s" for 64 MB. */
    private static Function<String, double[]> clusterSizes(int repetitions) {
        record Setting(double gigabits, double reuse, int papers) {}
        List<Setting> settings = List.of(new Setting(1, 0, 40), new Setting(1, 0.7, 130), new Setting(10, 0.8, 2_000));
        return row -> settings.stream()
                .mapToDouble(setting -> {
                    // Twice as many slots as the paper says, and so many tasks that the first and last ones do not
                    // matter.
                    MixApartSetup setup = new MixApartSetup(
                            setting.papers, (long) (setting.gigabits * 125e6), OfferMode.ONE_SLOT_OF_A_NODE);
                    long tasks = 10L * setting.papers;
                    long bytes = tasks * MixApartSetup.BLOCK;
                    long warm = Math.round(tasks * setting.reuse) * MixApartSetup.BLOCK;
                    double seconds = mean(
                            repetitions, seed -> job(setup, platform(row), new InputFile("in", bytes), 25, warm, seed));
                    double each = MixApartSetup.BLOCK / (25 * MixApartSetup.MBIT);
                    double busy = tasks * each / (seconds - MixApartSetup.JOB_OVERHEAD / (double) Engine.SECOND);
                    return 100 * busy / setting.papers;
                })
                .toArray();
    }

    /** By how many percent a job on cold caches takes less time than to bring all data into HDFS and then run the job there. */
    private static Function<String, double[]> ingest(int repetitions) {
        return row -> Arrays.stream(Dataset.values())
                .mapToDouble(data -> {
                    double moved = mean(repetitions, seed -> ingestSeconds(data, seed));
                    double then = mean(repetitions, seed -> seconds(Platform.HADOOP, data, 0, seed));
                    double cold = mean(repetitions, seed -> seconds(platform(row), data, 0, seed));
                    return 100 * (1 - cold / (moved + then));
                })
                .toArray();
    }

    /** The duration of the job at each ratio of re-use, in percent of Hadoop's. */
    private static Function<String, double[]> reuse(Dataset data, int repetitions) {
        return row -> {
            double hadoop = mean(repetitions, seed -> seconds(Platform.HADOOP, data, 0, seed));
            return Arrays.stream(REUSE)
                    .map(reuse -> 100 * mean(repetitions, seed -> seconds(platform(row), data, reuse, seed)) / hadoop)
                    .toArray();
        };
    }

    private static double seconds(Platform platform, Dataset data, double reuse, long seed) {
        return job(MixApartSetup.PAPER, platform, all(data), data.megabits, data.bytes(reuse), seed);
    }

    /** A job copies all data out of shared storage and computes nothing. Writing three replicas is not the bottleneck, and is left out. */
    private static double ingestSeconds(Dataset data, long seed) {
        return job(MixApartSetup.PAPER, Platform.NO_CACHE, all(data), 0, 0, seed);
    }

    private static InputFile all(Dataset data) {
        return file("in", data, Integer.MAX_VALUE);
    }

    /**
     * Runs a job alone.
     *
     * @param megabits per second that a task reads in its running time; 0 if it computes nothing
     * @param warm so many of the first bytes have been read before
     * @return its duration in seconds
     */
    private static double job(
            MixApartSetup setup, Platform platform, InputFile file, double megabits, long warm, long seed) {
        double cost = cost(file, megabits);
        List<Job> jobs = List.of(
                job("warming", 0, file, warm, cost),
                job("measured", 100_000 * Engine.SECOND, file, file.bytes(), cost));
        List<JobResult> results = Simulation.run(setup.scenario(platform, new Workload(List.of(file), jobs), seed), 0)
                .jobs();
        return results.get(1).duration() / (double) Engine.SECOND;
    }

    private static Job job(String name, long arrival, InputFile file, long bytes, double cost) {
        return new Job(name, arrival, Optional.of(file.path()), bytes, cost, Optional.empty(), 0)
                .withLead(MixApartSetup.JOB_OVERHEAD);
    }
}
