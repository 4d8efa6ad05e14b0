package io.tiercel.demo.slownode;

import io.tiercel.demo.slownode.MigrationTrial.Moment;
import io.tiercel.protocol.AgentState;
import io.tiercel.protocol.StatusReply;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Progress and estimates of one migration over time. Safe for use by several threads. */
final class MigrationRecording {
    private final long started;
    private final List<Moment> progress = new ArrayList<>();
    private final Map<String, List<Moment>> estimates = new TreeMap<>();

    /** @param started as {@link System#nanoTime} says it */
    MigrationRecording(long started) {
        this.started = started;
    }

    private double now() {
        return (System.nanoTime() - started) / 1e9;
    }

    synchronized void progress(long bytes) {
        progress.add(new Moment(now(), bytes));
    }

    /** Notes each node's estimate of the seconds that a block takes on its HDD. */
    synchronized void estimates(StatusReply status, long blockSize) {
        double now = now();
        for (AgentState agent : status.getAgentsList()) {
            BinderCluster.hdds(agent).forEach(device -> estimates
                    .computeIfAbsent(agent.getHost(), host -> new ArrayList<>())
                    .add(new Moment(now, blockSize / device.getBytesPerSecond())));
        }
    }

    /** When the last progress was made, in seconds. */
    synchronized double last() {
        return progress.get(progress.size() - 1).seconds();
    }

    synchronized List<Moment> progress() {
        return List.copyOf(progress);
    }

    synchronized Map<String, List<Moment>> estimates() {
        Map<String, List<Moment>> copy = new TreeMap<>();
        estimates.forEach((host, moments) -> copy.put(host, List.copyOf(moments)));
        return copy;
    }
}
