package io.tiercel.prefetch;

import io.tiercel.model.Preconditions;
import java.util.List;

/**
 * A task of the job that is planned for.
 *
 * @param reads what it reads; empty for a task without located input
 * @param cpuSeconds how long it computes, reading left out; at least 0
 */
public record JobTask(List<BlockRead> reads, double cpuSeconds) {
    public JobTask {
        reads = List.copyOf(reads);
        Preconditions.seconds("cpuSeconds", cpuSeconds);
    }
}
