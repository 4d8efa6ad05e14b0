package io.tiercel.cli.sim;

import com.github.luben.zstd.ZstdInputStream;
import io.tiercel.cli.CommandFailure;
import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import net.jpountz.lz4.LZ4BlockInputStream;
import org.xerial.snappy.SnappyInputStream;

/** Spark's event logs: one file, or a directory of files that follow one another, compressed or not. */
public final class EventLogFiles {
    private static final Pattern PART = Pattern.compile("events_(\\d{1,9})_.*");
    private static final String UNFINISHED = ".inprogress";

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
        List<Path> parts = new ArrayList<>();
        try (Stream<Path> files = Files.list(log)) {
            files.filter(file -> number(file) >= 0)
                    .sorted(Comparator.comparingInt(EventLogFiles::number))
                    .forEach(parts::add);
        } catch (IOException e) {
            throw new CommandFailure("EVENTLOG: cannot read " + log + ": " + FileErrors.of(e));
        }
        if (parts.isEmpty()) {
            throw new CommandFailure("EVENTLOG: expected files events_1_… in the directory " + log + ", found none");
        }
        if (number(parts.get(0)) > 1) {
            throw new CommandFailure("EVENTLOG: " + log + " begins with events_" + number(parts.get(0))
                    + ": what was before has been compacted or is missing");
        }
        return parts;
    }

    private static int number(Path file) {
        Matcher matcher = PART.matcher(file.getFileName().toString());
        return matcher.matches() ? Integer.parseInt(matcher.group(1)) : -1;
    }

    /** Opens a file; decompresses it by its name. */
    static BufferedReader open(Path file) throws IOException {
        String name = file.getFileName().toString();
        String codec = name.endsWith(UNFINISHED) ? name.substring(0, name.length() - UNFINISHED.length()) : name;
        if (codec.endsWith(".lzf")) {
            throw new CommandFailure("EVENTLOG: " + file + " is compressed with lzf; expected zstd, lz4, snappy, gz or"
                    + " no compression (spark.eventLog.compression.codec)");
        }
        InputStream in = new BufferedInputStream(Files.newInputStream(file));
        try {
            return new BufferedReader(new InputStreamReader(decompressed(in, codec), StandardCharsets.UTF_8));
        } catch (IOException e) {
            in.close();
            throw e;
        }
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
            return new SnappyInputStream(in);
        }
        return name.endsWith(".gz") ? new GZIPInputStream(in) : in;
    }
}
