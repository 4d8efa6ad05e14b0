package io.tiercel.sim.paper;

import io.tiercel.sim.engine.Engine;
import io.tiercel.sim.workload.InputFile;
import io.tiercel.sim.workload.Job;
import io.tiercel.sim.workload.ReducePhase;
import io.tiercel.sim.workload.SwimReader.SwimScale;
import io.tiercel.sim.workload.Workload;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * An hour of the trace FB-2010, as section 8.1.5 replays it: the jobs of the first 10 minutes warm the caches, those of the other 50 count.
 * A job has at least one reduce, as in SWIM's replayer, and a reduce for each 64 MiB of shuffled data.
 *
 * @param reuse the part of the input of all jobs that an earlier job of the hour has read
 */
record MixApartTrace(Workload workload, double reuse) {
    private static final long HOUR = 3_600 * Engine.SECOND;
    private static final long WARM_UP = 600 * Engine.SECOND;
    /** When the jobs that count begin to come: all warming jobs have ended. */
    private static final long BEGIN = 100 * HOUR;

    private static final ReducePhase LEAST_REDUCE = new ReducePhase(1, 1024, 0);

    /**
     * @param number of the hour, from 1
     * @param bytes factor of all sizes
     * @param megabits per second that a task of a whole block reads in its running time
     * @param overhead nanoseconds from a job's submission until its tasks ask for slots
     * @param reduces whether jobs have reduces
     */
    static MixApartTrace hour(
            Function<SwimScale, Workload> trace,
            int number,
            double bytes,
            double megabits,
            long overhead,
            boolean reduces) {
        Workload all = trace.apply(new SwimScale(
                bytes,
                1,
                MixApartSetup.secondsPerByte(megabits, MixApartSetup.BLOCK),
                reduces ? MixApartSetup.BLOCK : 0));
        Map<String, Long> lengths = new LinkedHashMap<>();
        List<Job> jobs = new ArrayList<>();
        for (Job job : all.jobs()) {
            long inHour = job.arrival() - (number - 1) * HOUR;
            if (inHour >= 0 && inHour < HOUR) {
                job.input().ifPresent(path -> lengths.merge(path, job.inputBytes(), Math::max));
                jobs.add(replayed(job, inHour < WARM_UP ? inHour : BEGIN + inHour - WARM_UP, overhead, reduces));
            }
        }
        List<InputFile> files = new ArrayList<>();
        lengths.forEach((path, length) -> files.add(new InputFile(path, length)));
        return new MixApartTrace(new Workload(files, jobs), reuse(jobs));
    }

    /** The job without its output, of which the trace does not say who reads it. */
    private static Job replayed(Job job, long arrival, long overhead, boolean reduces) {
        return new Job(
                job.name(),
                arrival,
                job.input(),
                job.inputBytes(),
                job.cpuSecondsPerByte(),
                Optional.empty(),
                0,
                reduces && job.reduce().tasks() == 0 ? LEAST_REDUCE : job.reduce(),
                overhead,
                Optional.empty());
    }

    private static double reuse(List<Job> jobs) {
        Map<String, Long> read = new HashMap<>();
        double all = 0;
        double again = 0;
        for (Job job : jobs) {
            if (job.input().isPresent()) {
                long before = read.getOrDefault(job.input().get(), 0L);
                all += job.inputBytes();
                again += Math.min(before, job.inputBytes());
                read.merge(job.input().get(), job.inputBytes(), Math::max);
            }
        }
        return all == 0 ? 0 : again / all;
    }

    /** Seconds since the first 10 minutes of the hour were over; negative before. */
    static double seconds(long time) {
        return (time - BEGIN) / (double) Engine.SECOND;
    }
}
