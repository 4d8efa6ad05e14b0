package io.tiercel.demo.cluster;

import io.tiercel.cli.CommandFailure;
import io.tiercel.demo.jobs.TpchJob;
import io.tiercel.demo.placement.PolicyComparison;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;

/**
 * What the demo is asked to do; valid once it exists.
 *
 * @param size of the data before replication
 * @param blockSize of HDFS; a file and a task are about one block
 * @param nodes storage and compute nodes
 * @param racks over which they are spread
 * @param slots tasks that a node runs at once
 * @param ssd bandwidth of each node's SSD, per second
 * @param hdd bandwidth of each node's HDD, per second
 * @param replication replicas of a block, one of them on SSD
 * @param rounds how often every job runs under every policy
 * @param policies in the order in which to report them
 * @param jobs in the order in which they run
 * @param seed of the order in which policies run
 * @param out where the report goes
 * @param keep whether the cluster stays up afterwards
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
        List<TpchJob> jobs,
        long seed,
        Path out,
        boolean keep) {
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
                policies.contains(PolicyComparison.BASELINE),
                "--policies: expected " + PolicyComparison.BASELINE
                        + " among them, with which the others are compared");
        expect(new HashSet<>(policies).size() == policies.size(), "--policies: expected each policy once");
        expect(!jobs.isEmpty(), "--jobs: expected at least one job");
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
