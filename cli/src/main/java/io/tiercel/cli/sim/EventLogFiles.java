package io.tiercel.cli.sim;

import com.github.luben.zstd.ZstdInputStream;
import io.tiercel.cli.CommandFailure;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import net.jpountz.lz4.LZ4BlockInputStream;

/**
 * Spark's event logs: one file, or a directory of files that follow one another, compressed or not. The history server may compact a
 * directory: one file then replaces all up to its number, without the jobs that had ended.
 */
public final class EventLogFiles {
    /** What users read of a log in which a file replaces others. */
    public static final String COMPACTED_NOTE =
            "Spark has compacted the log: jobs that had ended are not in it, and do not count.";

    /** As a path has it, which takes one of two slashes away. */
    private static final Pattern URI = Pattern.compile("^[a-z][a-z0-9]+:/");

    private static final Pattern PART = Pattern.compile("events_(\\d{1,9})_.*");
    private static final String UNFINISHED = ".inprogress";
    private static final String COMPACT = ".compact";

    private static final String ROLLING = "eventlog_v2_";

    private EventLogFiles() {}

    /**
     * The logs of a directory to which Spark's applications write, by name. A log of one application is itself one.
     *
     * @throws CommandFailure with one line if it cannot be read
     */
    public static List<Path> logs(Path directory) {
        if (Files.isRegularFile(directory) || isRolling(directory)) {
            return List.of(directory);
        }
        if (URI.matcher(directory.toString()).find() && !Files.exists(directory)) {
            throw new CommandFailure("DIRECTORY: expected a directory on this machine, got " + directory
                    + ": copy the logs here, as with 'hdfs dfs -get'");
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> !file.getFileName().toString().startsWith("."))
                    .filter(file -> !Files.isDirectory(file) || isRolling(file))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new CommandFailure("DIRECTORY: cannot read " + directory + ": " + FileErrors.of(e));
        }
    }

    private static boolean isRolling(Path log) {
        Path name = log.getFileName();
        return name != null && name.toString().startsWith(ROLLING);
    }

    /** The files of a log, in their order. */
    static List<Path> of(Path log) {
        if (!Files.isDirectory(log)) {
            return List.of(log);
        }
        List<Path> parts;
        try (Stream<Path> files = Files.list(log)) {
            parts = files.filter(EventLogFiles::isPart).toList();
        } catch (IOException e) {
            throw new CommandFailure("EVENTLOG: cannot read " + log + ": " + FileErrors.of(e));
        }
        int compact = parts.stream()
                .filter(EventLogFiles::isCompact)
                .mapToInt(EventLogFiles::number)
                .max()
                .orElse(0);
        List<Path> current = parts.stream()
                .filter(file -> isCompact(file) ? number(file) == compact : number(file) > compact)
                .sorted(Comparator.comparingInt(EventLogFiles::number))
                .toList();
        checkNoneIsMissing(log, current, Math.max(1, compact));
        return current;
    }

    private static void checkNoneIsMissing(Path log, List<Path> files, int first) {
        if (files.isEmpty()) {
            throw new CommandFailure("EVENTLOG: expected files events_1_… in the directory " + log + ", found none");
        }
        int expected = first;
        for (Path file : files) {
            if (number(file) > expected) {
                throw new CommandFailure("EVENTLOG: " + log + ": expected the file events_" + expected + "_… before "
                        + file.getFileName() + ", it is missing");
            }
            expected = number(file) + 1;
        }
    }

    /** A compact file that is not finished replaces nothing yet. */
    private static boolean isPart(Path file) {
        return number(file) >= 0 && !file.getFileName().toString().endsWith(COMPACT + UNFINISHED);
    }

    /** Whether jobs that had ended were left out of this file. */
    static boolean isCompact(Path file) {
        return file.getFileName().toString().endsWith(COMPACT);
    }

    private static int number(Path file) {
        Matcher matcher = PART.matcher(file.getFileName().toString());
        return matcher.matches() ? Integer.parseInt(matcher.group(1)) : -1;
    }

    /** Opens a file; decompresses it by its name. */
    static EventLines open(Path file) throws IOException {
        String codec = without(UNFINISHED, without(COMPACT, file.getFileName().toString()));
        if (codec.endsWith(".lzf")) {
            throw new CommandFailure("EVENTLOG: " + file + " is compressed with lzf; expected zstd, lz4, snappy, gz or"
                    + " no compression (spark.eventLog.compression.codec)");
        }
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            // A pipe would be waited for without end.
            throw new IOException("expected a file, found a pipe, a device or a directory");
        }
        InputStream in = new BufferedInputStream(Files.newInputStream(file));
        try {
            return new EventLines(new InputStreamReader(decompressed(in, codec), StandardCharsets.UTF_8));
        } catch (IOException e) {
            in.close();
            throw e;
        }
    }

    private static String without(String suffix, String name) {
        return name.endsWith(suffix) ? name.substring(0, name.length() - suffix.length()) : name;
    }

    /** An application that has not ended leaves its last frame open. */
    private static InputStream decompressed(InputStream in, String name) throws IOException {
        if (name.endsWith(".zstd") || name.endsWith(".zst")) {
            return new ZstdInputStream(in).setContinuous(true);
        }
        if (name.endsWith(".lz4")) {
            return LZ4BlockInputStream.newBuilder().withStopOnEmptyBlock(false).build(in);
        }
        if (name.endsWith(".snappy")) {
            return new SnappyChunks(in);
        }
        return name.endsWith(".gz") && !isEmpty(in) ? new GZIPInputStream(in) : in;
    }

    /** Spark makes a file before it writes to it. */
    private static boolean isEmpty(InputStream in) throws IOException {
        in.mark(1);
        boolean isEmpty = in.read() < 0;
        in.reset();
        return isEmpty;
    }
}
