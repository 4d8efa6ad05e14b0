package io.tiercel.sim.workload;

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
 */
public final class SwimReader {
    private final SwimScale scale;
    private final String file;
    private final List<Job> jobs = new ArrayList<>();
    private final Map<String, Long> lengths = new LinkedHashMap<>();
    private final Set<String> names = new HashSet<>();
    private final Map<Boolean, Long> firstWithPath = new HashMap<>();
    private long last;

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
        long number = 0;
        try {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                reader.add(SwimRecord.parse(line, file, ++number), number);
            }
        } catch (EOFException e) { // of a compressed file
            throw new TraceException(file, number + 1, "the file ends here, in the middle of its compressed data");
        }
        if (number == 0) {
            throw new TraceException(file, 1, "expected at least one job, got an empty file");
        }
        return reader.workload();
    }

    private void add(SwimRecord line, long number) {
        if (line.submitted() < last) {
            throw new TraceException(
                    file,
                    number,
                    "submission: expected at least " + last + " (the line before), got " + line.submitted());
        }
        last = line.submitted();
        if (!names.add(line.job())) {
            throw new TraceException(file, number, "job: '" + line.job() + "' is there already");
        }
        if (line.inputBytes() > 0) {
            firstWithPath.putIfAbsent(line.path().isPresent(), number);
        }
        if (firstWithPath.size() > 1) {
            throw new TraceException(
                    file,
                    number,
                    "input path: expected one in every line or in none; line " + firstWithPath.get(true)
                            + " has one, line " + firstWithPath.get(false) + " has none");
        }
        try {
            jobs.add(job(line));
        } catch (ArithmeticException e) { // would need more reduces than an int can count
            throw new TraceException(
                    file,
                    number,
                    "shuffle bytes: expected at most " + Integer.MAX_VALUE + " reduces of " + scale.bytesByReduce()
                            + " bytes each, got more");
        }
    }

    private Job job(SwimRecord line) {
        long inputBytes = scaled(line.inputBytes());
        long outputBytes = scaled(line.outputBytes());
        Optional<String> input = inputBytes == 0
                ? Optional.empty()
                : Optional.of("in/" + line.path().orElse(line.job()));
        input.ifPresent(path -> lengths.merge(path, inputBytes, Math::max));
        Job maps = new Job(
                line.job(),
                (long) (line.submitted() * scale.time() * 1e9),
                input,
                inputBytes,
                scale.cpuSecondsPerByte(),
                outputBytes == 0 ? Optional.empty() : Optional.of("out/" + line.job()),
                outputBytes);
        return maps.withReduce(scale.reduce(scaled(line.shuffleBytes())));
    }

    private long scaled(long bytes) {
        return (long) (bytes * scale.bytes());
    }

    private Workload workload() {
        List<InputFile> files = new ArrayList<>();
        lengths.forEach((path, bytes) -> files.add(new InputFile(path, bytes)));
        return new Workload(files, jobs);
    }
}
