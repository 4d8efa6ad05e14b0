package io.tiercel.sim.workload;

import java.util.Optional;

/**
 * A line of a SWIM trace. Tab-separated: job, submission in seconds, gap to the job before, bytes of map input, shuffle and reduce output; then,
 * in traces with paths, the input path, and possibly empty columns.
 *
 * @param submitted seconds since the start of the trace
 * @param inputBytes map input
 * @param shuffleBytes shuffle
 * @param outputBytes reduce output
 * @param path input path; empty in traces without paths
 */
record SwimRecord(
        String job, long submitted, long inputBytes, long shuffleBytes, long outputBytes, Optional<String> path) {
    private static final int COLUMNS = 6;

    static SwimRecord parse(String line, String file, long number) {
        String[] columns = line.split("\t", -1);
        if (columns.length < COLUMNS) {
            throw new TraceException(
                    file,
                    number,
                    "expected at least 6 columns (job, submission, gap, input, shuffle, output), got "
                            + (line.isEmpty() ? 0 : columns.length));
        }
        if (columns[0].isBlank()) {
            throw new TraceException(file, number, "job: expected a name, got none");
        }
        for (int i = COLUMNS + 1; i < columns.length; i++) {
            if (!columns[i].isBlank()) {
                throw new TraceException(
                        file, number, "expected nothing after the input path, got '" + columns[i] + "'");
            }
        }
        long submitted = number("submission", columns[1], file, number);
        number("gap", columns[2], file, number);
        return new SwimRecord(
                columns[0],
                submitted,
                number("map input bytes", columns[3], file, number),
                number("shuffle bytes", columns[4], file, number),
                number("reduce output bytes", columns[5], file, number),
                path(columns));
    }

    private static Optional<String> path(String[] columns) {
        return columns.length > COLUMNS && !columns[COLUMNS].isBlank()
                ? Optional.of(columns[COLUMNS])
                : Optional.empty();
    }

    private static long number(String what, String text, String file, long number) {
        try {
            long value = Long.parseLong(text);
            if (value >= 0) {
                return value;
            }
        } catch (NumberFormatException e) {
            // reported below
        }
        throw new TraceException(file, number, what + ": expected a whole number of at least 0, got '" + text + "'");
    }
}
