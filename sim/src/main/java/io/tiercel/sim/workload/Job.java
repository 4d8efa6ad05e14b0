package io.tiercel.sim.workload;

import io.tiercel.model.Preconditions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A job: a map for each block of its input, and reduces that fetch the maps' output. The last of the two phases writes the job's output.
 *
 * @param name unique in the workload
 * @param arrival nanoseconds since the start
 * @param input empty for a job of a single task that reads nothing
 * @param inputBytes how much of the file it reads, from its beginning
 * @param cpuSecondsPerByte computing of a map by its input
 * @param output empty for none
 * @param lead nanoseconds from submission until its tasks ask for slots, in which input may be prefetched
 * @param after a job that must have ended before this one begins; empty for none
 */
public record Job(
        String name,
        long arrival,
        Optional<String> input,
        long inputBytes,
        double cpuSecondsPerByte,
        Optional<String> output,
        long outputBytes,
        ReducePhase reduce,
        long lead,
        Optional<String> after) {
    public Job {
        Preconditions.nonNegative(name + ": lead", lead);
        Preconditions.nonNegative(name + ": arrival", arrival);
        Preconditions.nonNegative(name + ": input bytes", inputBytes);
        Preconditions.nonNegative(name + ": output bytes", outputBytes);
        Preconditions.nonNegative(name + ": CPU seconds per byte", cpuSecondsPerByte);
        if (input.isEmpty() && inputBytes > 0) {
            throw new IllegalArgumentException(name + ": expected a file to read " + inputBytes + " bytes from");
        }
        if (output.isEmpty() && outputBytes > 0) {
            throw new IllegalArgumentException(name + ": expected a file to write " + outputBytes + " bytes to");
        }
    }

    /** A job of maps whose tasks ask for slots at once. */
    public Job(
            String name,
            long arrival,
            Optional<String> input,
            long inputBytes,
            double cpuSecondsPerByte,
            Optional<String> output,
            long outputBytes) {
        this(
                name,
                arrival,
                input,
                inputBytes,
                cpuSecondsPerByte,
                output,
                outputBytes,
                ReducePhase.NONE,
                0,
                Optional.empty());
    }

    public Job withReduce(ReducePhase other) {
        return new Job(name, arrival, input, inputBytes, cpuSecondsPerByte, output, outputBytes, other, lead, after);
    }

    public Job withLead(long nanos) {
        return new Job(name, arrival, input, inputBytes, cpuSecondsPerByte, output, outputBytes, reduce, nanos, after);
    }

    public Job withAfter(Optional<String> job) {
        return new Job(name, arrival, input, inputBytes, cpuSecondsPerByte, output, outputBytes, reduce, lead, job);
    }

    /** Lengths of the output's blocks. */
    public List<Long> outputBlocks(long blockBytes) {
        List<Long> blocks = new ArrayList<>();
        for (long left = outputBytes; left > 0; left -= blockBytes) {
            blocks.add(Math.min(left, blockBytes));
        }
        return blocks;
    }
}
