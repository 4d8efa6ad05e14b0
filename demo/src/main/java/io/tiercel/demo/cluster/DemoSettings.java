package io.tiercel.demo.cluster;

import io.tiercel.cli.CommandFailure;
import io.tiercel.demo.jobs.SparkJob;
import io.tiercel.model.ByteSize;
import io.tiercel.sim.validation.MeasuredRun;
import io.tiercel.sim.validation.MeasuredScene;
import io.tiercel.sim.validation.Testbed;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The demo's settings; the constructor checks them.
 *
 * @param size of the data before replication
 * @param blockSize of HDFS; a file and a task are about one block
 * @param slots tasks that a node runs at once
 * @param hdd bandwidth of each node's HDD, per second
 * @param replication replicas of a block, one of them on SSD
 * @param lab whether devices are loop devices of the kernel; else they are emulated
 * @param quick whether the scene only shows that it works
 * @param command that plays the scene again
 */
public record DemoSettings(
        ByteSize size,
        ByteSize blockSize,
        int nodes,
        int racks,
        int slots,
        ByteSize ssd,
        ByteSize hdd,
        int replication,
        int rounds,
        List<String> policies,
        List<SparkJob> jobs,
        long seed,
        Path out,
        boolean keep,
        boolean lab,
        boolean quick,
        String command) {
    /** The policy with which the others are compared. */
    public static final String BASELINE = "stock";

    private static final long MIB = 1 << 20;

    public DemoSettings {
        policies = List.copyOf(policies);
        jobs = List.copyOf(jobs);
        atLeast("--size", size.bytes(), 16 * MIB, "16 MiB");
        atLeast("--block-size", blockSize.bytes(), MIB, "1 MiB");
        expect(
                blockSize.bytes() % 512 == 0,
                "--block-size: expected a multiple of 512 bytes, got " + blockSize.bytes());
        atLeast("--ssd", ssd.bytes(), 100_000, "100 KB per second");
        atLeast("--hdd", hdd.bytes(), 100_000, "100 KB per second");
        atLeast("--nodes", nodes, 1, "1");
        atLeast("--slots", slots, 1, "1");
        atLeast("--rounds", rounds, 1, "1");
        expect(racks >= 1 && racks <= nodes, "--racks: expected 1 to " + nodes + ", the number of nodes, got " + racks);
        expect(
                replication >= 1 && replication <= nodes,
                "--replication: expected 1 to " + nodes + ", the number of nodes, got " + replication);
        expect(
                policies.contains(BASELINE),
                "--policies: expected " + BASELINE + " among them, with which the others are compared");
        expect(new HashSet<>(policies).size() == policies.size(), "--policies: expected each policy once");
        expect(!jobs.isEmpty(), "--jobs: expected at least one job");
    }

    /** Seconds in which an HDD reads a block, with nobody else on it. */
    public double blockSeconds() {
        return (double) blockSize.bytes() / hdd.bytes();
    }

    /** As {@code 1 task slot}, of each node. */
    public String slotsText() {
        return slots == 1 ? "1 task slot" : slots + " task slots";
    }

    /** As {@code 3 rounds}. */
    public String roundsText() {
        return rounds == 1 ? "1 round" : rounds + " rounds";
    }

    /** As {@code 4 nodes with one HDD (4 MiB/s) and 1 task slot each}. */
    public String nodesOnHdd() {
        return nodes + " nodes with one HDD (" + hdd + "/s) and " + slotsText() + " each";
    }

    /** Stand above the figures of a report. */
    public List<String> warnings() {
        return quick ? List.of("Run with --quick: little data, so times mean little.") : List.of();
    }

    /** The settings as a report shows them, with where replicas lie, such as {@code all on HDD}. */
    public Map<String, String> shown(String replicas) {
        Map<String, String> shown = new LinkedHashMap<>();
        shown.put("command", command);
        shown.put("data", size.toString());
        shown.put("block size", blockSize.toString());
        shown.put("replication", replication + ", " + replicas);
        shown.put("nodes, racks", nodes + ", " + racks);
        shown.put("task slots per node", Integer.toString(slots));
        shown.put("HDD, per node", hdd + "/s");
        if (lab) {
            shown.put("devices", "loop devices, limited by the kernel");
        }
        shown.put("rounds", Integer.toString(rounds));
        shown.put("seed of the order", Long.toString(seed));
        return shown;
    }

    /**
     * Runs and their cluster, as the simulator is compared with them.
     *
     * @param ssdBytesPerSecond of each node's SSD; 0 if no data lies on one
     * @param pageCaches bytes of each node's page cache, by the name of what it is to hold
     */
    public MeasuredScene measured(
            String scene, long ssdBytesPerSecond, Map<String, Long> pageCaches, List<MeasuredRun> runs) {
        Testbed testbed = new Testbed(
                nodes,
                racks,
                slots,
                ssdBytesPerSecond,
                hdd.bytes(),
                replication,
                blockSize.bytes(),
                Runtime.getRuntime().availableProcessors());
        // The simulator models emulated devices.
        return new MeasuredScene(scene, testbed, pageCaches, lab ? List.of() : runs);
    }

    private static void atLeast(String option, long value, long least, String text) {
        expect(value >= least, option + ": expected at least " + text + ", got " + value);
    }

    private static void expect(boolean valid, String message) {
        if (!valid) {
            throw new CommandFailure(message);
        }
    }
}
