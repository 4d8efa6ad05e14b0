package io.tiercel.prefetch;

import io.tiercel.model.Preconditions;
import java.util.List;

/**
 * A task of the job.
 *
 * @param reads its input; empty if none was located
 * @param cpuSeconds that it computes, without reading; at least 0
 */
public record JobTask(List<BlockRead> reads, double cpuSeconds) {
    public JobTask {
        reads = List.copyOf(reads);
        Preconditions.nonNegative("cpuSeconds", cpuSeconds);
    }
}
