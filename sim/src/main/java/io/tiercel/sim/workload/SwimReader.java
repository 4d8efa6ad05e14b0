package io.tiercel.sim.workload;

import io.tiercel.model.Preconditions;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reads traces of the SWIM suite, with and without paths. Jobs with the same path read the same file, which is as long as the longest read.
 * Without a path each job has its own file. A trace names no outputs, so nothing reads them.
 *
 * <p>The columns of a line, separated by tabs: job, submission in seconds, gap to the job before, bytes of map input, shuffle and reduce output;
 * then, in traces with paths, the input path, and possibly empty columns.
 */
public final class SwimReader {
    private static final int PATH = 6;

    private final SwimScale scale;
    private final String file;
    private final List<Job> jobs = new ArrayList<>();
    private final Map<String, Long> lengths = new LinkedHashMap<>();
    private final Set<String> names = new HashSet<>();
    private final Map<Boolean, Long> firstWithPath = new HashMap<>();
    private long line;
    private long lastSubmission;

    private SwimReader(String file, SwimScale scale) {
        this.file = file;
        this.scale = scale;
    }

    /**
     * Reads a trace to its end.
     *
     * @param file its name, for messages
     * @throws TraceException with file, line and reason
     * @throws IOException if reading fails
     */
    public static Workload read(BufferedReader lines, String file, SwimScale scale) throws IOException {
        SwimReader reader = new SwimReader(file, scale);
        try {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                reader.line++;
                reader.add(line);
            }
        } catch (EOFException e) { // of a compressed file
            throw new TraceException(file, reader.line + 1, "the file ends here, in the middle of its compressed data");
        }
        if (reader.line == 0) {
            throw new TraceException(file, 1, "expected at least one job, got an empty file");
        }
        List<InputFile> files = new ArrayList<>();
        reader.lengths.forEach((path, bytes) -> files.add(new InputFile(path, bytes)));
        return new Workload(files, reader.jobs);
    }

    private void add(String text) {
        String[] columns = text.split("\t", -1);
        check(columns, text);
        long submission = number("submission", columns[1]);
        number("gap", columns[2]);
        long inputBytes = number("map input bytes", columns[3]);
        long shuffleBytes = number("shuffle bytes", columns[4]);
        long outputBytes = number("reduce output bytes", columns[5]);
        boolean hasPath = columns.length > PATH && !columns[PATH].isBlank();
        if (submission < lastSubmission) {
            throw error("submission: expected at least " + lastSubmission + " (the line before), got " + submission);
        }
        lastSubmission = submission;
        if (!names.add(columns[0])) {
            throw error("job: '" + columns[0] + "' is there already");
        }
        if (inputBytes > 0) {
            firstWithPath.putIfAbsent(hasPath, line);
        }
        if (firstWithPath.size() > 1) {
            throw error("input path: expected one in every line or in none; line " + firstWithPath.get(true)
                    + " has one, line " + firstWithPath.get(false) + " has none");
        }
        Optional<String> input =
                scaled(inputBytes) == 0 ? Optional.empty() : Optional.of("in/" + columns[hasPath ? PATH : 0]);
        input.ifPresent(path -> lengths.merge(path, scaled(inputBytes), Math::max));
        Job maps = new Job(
                columns[0],
                (long) (submission * scale.time() * 1e9),
                input,
                scaled(inputBytes),
                scale.cpuSecondsPerByte(),
                scaled(outputBytes) == 0 ? Optional.empty() : Optional.of("out/" + columns[0]),
                scaled(outputBytes));
        jobs.add(maps.withReduce(reduce(scaled(shuffleBytes))));
    }

    private void check(String[] columns, String text) {
        if (columns.length < PATH) {
            throw error("expected at least 6 columns (job, submission, gap, input, shuffle, output), got "
                    + (text.isEmpty() ? 0 : columns.length));
        }
        if (columns[0].isBlank()) {
            throw error("job: expected a name, got none");
        }
        for (int i = PATH + 1; i < columns.length; i++) {
            if (!columns[i].isBlank()) {
                throw error("expected nothing after the input path, got '" + columns[i] + "'");
            }
        }
    }

    private long number(String what, String text) {
        try {
            long value = Long.parseLong(text);
            if (value >= 0) {
                return value;
            }
        } catch (NumberFormatException e) {
            // reported below
        }
        throw error(what + ": expected a whole number of at least 0, got '" + text + "'");
    }

    private ReducePhase reduce(long shuffleBytes) {
        try {
            return scale.reduce(shuffleBytes);
        } catch (ArithmeticException e) { // would need more reduces than an int can count
            throw error("shuffle bytes: expected at most " + Integer.MAX_VALUE + " reduces of " + scale.bytesByReduce()
                    + " bytes each, got more");
        }
    }

    private TraceException error(String reason) {
        return new TraceException(file, line, reason);
    }

    private long scaled(long bytes) {
        return (long) (bytes * scale.bytes());
    }

    /**
     * How a trace is fitted to another cluster.
     *
     * @param bytes factor of all sizes
     * @param time factor of all arrival times; below 1 jobs arrive faster
     * @param cpuSecondsPerByte computing of a task by its input, which traces do not contain
     * @param bytesByReduce the most that a reduce fetches, which determines their number; 0 for jobs of maps, which then write
     */
    public record SwimScale(double bytes, double time, double cpuSecondsPerByte, long bytesByReduce) {
        public SwimScale {
            Preconditions.nonNegative("bytes by reduce", bytesByReduce);
            Preconditions.positive("factor of sizes", bytes);
            Preconditions.positive("factor of times", time);
            Preconditions.nonNegative("CPU seconds per byte", cpuSecondsPerByte);
        }

        /** The reduces of a job; none without a shuffle. */
        ReducePhase reduce(long shuffleBytes) {
            if (bytesByReduce == 0 || shuffleBytes == 0) {
                return ReducePhase.NONE;
            }
            long tasks = (shuffleBytes + bytesByReduce - 1) / bytesByReduce;
            return new ReducePhase(Math.toIntExact(tasks), shuffleBytes, cpuSecondsPerByte);
        }
    }

    /** An error in a trace: {@code file:line: reason}. */
    public static final class TraceException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        TraceException(String file, long line, String reason) {
            super(file + ":" + line + ": " + reason);
        }
    }
}
