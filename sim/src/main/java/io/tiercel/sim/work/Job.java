package io.tiercel.sim.work;

import java.util.Optional;

/**
 * A job: a task for each block of what it reads, which computes and writes its share of the output.
 *
 * @param name its name, unique in the workload
 * @param arrival when it comes, nanoseconds since the start of the workload
 * @param input the file that it reads; empty for a job that reads none and has a single task
 * @param inputBytes how much of the file it reads, from its beginning; at most its length
 * @param cpuSecondsPerByte computing time of a task by what it reads
 * @param output the file that it writes; empty for none
 * @param outputBytes length of the output
 */
public record Job(
        String name,
        long arrival,
        Optional<String> input,
        long inputBytes,
        double cpuSecondsPerByte,
        Optional<String> output,
        long outputBytes) {
    public Job {
        check(name, "arrival", arrival);
        check(name, "input bytes", inputBytes);
        check(name, "output bytes", outputBytes);
        if (!(cpuSecondsPerByte >= 0 && cpuSecondsPerByte < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(
                    name + ": CPU seconds per byte: expected at least 0, got " + cpuSecondsPerByte);
        }
        if (input.isEmpty() && inputBytes > 0) {
            throw new IllegalArgumentException(name + ": expected a file to read " + inputBytes + " bytes from");
        }
        if (output.isEmpty() && outputBytes > 0) {
            throw new IllegalArgumentException(name + ": expected a file to write " + outputBytes + " bytes to");
        }
    }

    private static void check(String name, String what, long value) {
        if (value < 0) {
            throw new IllegalArgumentException(name + ": " + what + ": expected at least 0, got " + value);
        }
    }
}
