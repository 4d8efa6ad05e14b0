package io.tiercel.sim.paper;

import io.tiercel.sim.engine.Engine;
import io.tiercel.sim.job.JobResult;
import io.tiercel.sim.job.RunListener;
import io.tiercel.sim.paper.MixApartSetup.Platform;
import io.tiercel.sim.run.Simulation;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;

/** A replayed hour: what its 50 minutes that count were like. */
final class MixApartReplay implements RunListener {
    private static final double LATE = 20 * 60; // minute 30 of the hour

    /** How much longer than in another system a job takes that counts as slower. */
    private static final double SLOWER = 1.05;

    /** A job that counts. @param maps its tasks that read input */
    private record Counted(int maps, double seconds) {}

    private final Map<String, Counted> jobs;

    /** Sorted, in seconds. */
    private final double[] durations;

    /** Seconds for which so many tasks ran. */
    private final Map<Integer, Double> concurrency = new TreeMap<>();

    private int running;
    private double since;
    private double bytes;
    private double lateBytes;
    private long granted;
    private int transfers;
    /** Reads without a granted rate. They take all of the link. */
    private int ungranted;

    private double fullTransferSeconds;
    private final long link;
    private double fullSeconds;
    private double fullTaskSeconds;

    private MixApartReplay(MixApartSetup setup, Platform platform, MixApartTrace trace, long seed) {
        this.link = setup.bytesPerSecond();
        this.jobs = Simulation.run(setup.scenario(platform, trace.workload(), seed), 0, this).jobs().stream()
                .filter(job -> MixApartTrace.seconds(job.job().arrival()) >= 0)
                .collect(Collectors.toMap(job -> job.job().name(), job -> new Counted(job.maps(), seconds(job))));
        this.durations =
                jobs.values().stream().mapToDouble(Counted::seconds).sorted().toArray();
    }

    static MixApartReplay of(MixApartSetup setup, Platform platform, MixApartTrace trace, long seed) {
        return new MixApartReplay(setup, platform, trace, seed);
    }

    private static double seconds(JobResult job) {
        return job.duration() / (double) Engine.SECOND;
    }

    double mean() {
        return Arrays.stream(durations).average().orElse(0);
    }

    /** Gigabytes that were read from shared storage. */
    double gigabytes() {
        return bytes / 1e9;
    }

    /** Percent of these that came after minute 30 of the hour. */
    double late() {
        return bytes == 0 ? 0 : 100 * lateBytes / bytes;
    }

    /** Mean number of reads of shared storage while these take nine tenths of the link or more. */
    double transfersWhileFull() {
        return fullSeconds == 0 ? 0 : fullTransferSeconds / fullSeconds;
    }

    /** Mean number of tasks in this time. */
    double tasksWhileFull() {
        return fullSeconds == 0 ? 0 : fullTaskSeconds / fullSeconds;
    }

    /** Percent of the time in which so many tasks run. */
    double timeWith(IntPredicate tasks) {
        double all = 0;
        double counted = 0;
        for (Map.Entry<Integer, Double> each : concurrency.entrySet()) {
            all += each.getValue();
            counted += tasks.test(each.getKey()) ? each.getValue() : 0;
        }
        return all == 0 ? 0 : 100 * counted / all;
    }

    /** Percent of the ranks, from the shortest job to the longest, at which this one's job takes at least 5 % longer. */
    double slowerThan(MixApartReplay other) {
        int slower = 0;
        for (int i = 0; i < durations.length; i++) {
            slower += durations[i] > SLOWER * other.durations[i] ? 1 : 0;
        }
        return 100.0 * slower / durations.length;
    }

    /** The jobs of so many tasks that take at least 5 % longer here than in another system. */
    Set<String> slowerJobs(MixApartReplay other, IntPredicate tasks) {
        return jobs.keySet().stream()
                .filter(name -> tasks.test(jobs.get(name).maps))
                .filter(name -> jobs.get(name).seconds > SLOWER * other.jobs.get(name).seconds)
                .collect(Collectors.toSet());
    }

    /** Mean of these jobs; 0 if there are none. */
    double mean(Set<String> names) {
        return names.stream()
                .mapToDouble(name -> jobs.get(name).seconds)
                .average()
                .orElse(0);
    }

    private void changes(long time) {
        double now = MixApartTrace.seconds(time);
        double passed = now - Math.max(0, since);
        if (passed > 0) {
            concurrency.merge(running, passed, Double::sum);
            if (granted >= 0.9 * link || ungranted > 0) {
                fullTransferSeconds += passed * transfers;
                fullSeconds += passed;
                fullTaskSeconds += passed * running;
            }
        }
        since = now;
    }

    @Override
    public void taskStarts(long time, int node) {
        changes(time);
        running++;
    }

    @Override
    public void taskEnds(long time, int node) {
        changes(time);
        running--;
    }

    @Override
    public void sharedReadBegins(long time, long bytesPerSecond) {
        changes(time);
        granted += bytesPerSecond;
        transfers++;
        ungranted += bytesPerSecond == 0 ? 1 : 0;
    }

    @Override
    public void sharedReadEnds(long time, long bytesPerSecond, long read) {
        changes(time);
        granted -= bytesPerSecond;
        transfers--;
        ungranted -= bytesPerSecond == 0 ? 1 : 0;
        if (MixApartTrace.seconds(time) >= 0) {
            bytes += read;
            lateBytes += MixApartTrace.seconds(time) >= LATE ? read : 0;
        }
    }
}
