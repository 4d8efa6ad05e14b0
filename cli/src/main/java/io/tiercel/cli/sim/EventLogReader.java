package io.tiercel.cli.sim;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.github.luben.zstd.ZstdInputStream;
import io.tiercel.cli.CommandFailure;
import io.tiercel.sim.whatif.LoggedStage;
import io.tiercel.sim.whatif.LoggedStage.LoggedTask;
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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import net.jpountz.lz4.LZ4BlockInputStream;

/** Reads from an event log which tasks ran where, for how long, and what they read. Values that Spark leaves out are 0 or empty. */
final class EventLogReader {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final long NANOS = 1_000_000;

    private final Map<Integer, List<LoggedTask>> tasks = new TreeMap<>();
    private final Map<Integer, String> names = new HashMap<>();
    private final Path log;
    private String application = "";
    private long events;

    private EventLogReader(Path log) {
        this.log = log;
    }

    /** An application in a log, with the stages that have tasks that have ended well. */
    record Application(String name, List<LoggedStage> stages) {}

    static Application read(Path log) {
        EventLogReader reader = new EventLogReader(log);
        for (Path file : EventLogFiles.of(log)) {
            reader.readFile(file);
        }
        if (reader.events == 0) {
            throw new CommandFailure(
                    "EVENTLOG: " + log + ": expected a line {\"Event\":\"SparkListener…\"…, found none");
        }
        List<LoggedStage> stages = new ArrayList<>();
        reader.tasks.forEach((id, of) -> stages.add(new LoggedStage(id, reader.names.getOrDefault(id, ""), of)));
        return new Application(reader.application, stages);
    }

    /** The last line of a log may be cut off: its application was killed, or still runs. */
    private void readFile(Path file) {
        long number = 0;
        try (BufferedReader lines = EventLogFiles.open(file)) {
            String line = lines.readLine();
            while (line != null) {
                String next = lines.readLine();
                number++;
                try {
                    take(line);
                } catch (JsonProcessingException | IllegalArgumentException e) {
                    if (next != null) {
                        throw new CommandFailure(
                                "EVENTLOG: " + file + ":" + number + ": expected an event of Spark in JSON: "
                                        + String.valueOf(e.getMessage())
                                                .lines()
                                                .findFirst()
                                                .orElse(""));
                    }
                }
                line = next;
            }
        } catch (IOException e) {
            if (number == 0) {
                throw new CommandFailure(
                        "EVENTLOG: cannot read " + (log.equals(file) ? log : file) + ": " + FileErrors.of(e));
            } // else the rest of a compressed file is missing
        }
    }

    private void take(String line) throws IOException {
        if (line.startsWith("{\"Event\":\"SparkListenerTaskEnd\"")) {
            task(JSON.readTree(line));
        } else if (line.startsWith("{\"Event\":\"SparkListenerStageCompleted\"")) {
            JsonNode stage = JSON.readTree(line).path("Stage Info");
            names.put(stage.path("Stage ID").asInt(), stage.path("Stage Name").asText());
        } else if (line.startsWith("{\"Event\":\"SparkListenerApplicationStart\"")) {
            application = JSON.readTree(line).path("App Name").asText();
        } else if (!line.isBlank() && !line.startsWith("{\"Event\":")) {
            throw new IllegalArgumentException(
                    "it begins with '" + line.substring(0, Math.min(20, line.length())) + "'");
        }
        events += line.isBlank() ? 0 : 1;
    }

    private void task(JsonNode event) {
        JsonNode info = event.path("Task Info");
        JsonNode metrics = event.path("Task Metrics");
        if (info.path("Failed").asBoolean() || info.path("Killed").asBoolean() || metrics.isEmpty()) {
            return;
        }
        long waits = metrics.path("JVM GC Time").asLong()
                + metrics.path("Shuffle Read Metrics").path("Fetch Wait Time").asLong();
        long busy = metrics.path("Executor CPU Time").asLong()
                + NANOS * waits
                + metrics.path("Shuffle Write Metrics")
                        .path("Shuffle Write Time")
                        .asLong();
        long idle = Math.max(0, NANOS * metrics.path("Executor Run Time").asLong() - busy);
        tasks.computeIfAbsent(event.path("Stage ID").asInt(), id -> new ArrayList<>())
                .add(new LoggedTask(
                        info.path("Host").asText(),
                        info.path("Locality").asText(),
                        info.path("Launch Time").asLong(),
                        info.path("Finish Time").asLong(),
                        idle,
                        metrics.path("Input Metrics").path("Bytes Read").asLong()));
    }

    /** Spark's event logs: one file, or a directory of files that follow one another, compressed or not. */
    private static final class EventLogFiles {
        private static final Pattern PART = Pattern.compile("events_(\\d+)_.*");
        private static final String UNFINISHED = ".inprogress";

        private EventLogFiles() {}

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
                throw new CommandFailure(
                        "EVENTLOG: expected files events_1_… in the directory " + log + ", found none");
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
            for (String other : List.of(".snappy", ".lzf")) {
                if (codec.endsWith(other)) {
                    throw new CommandFailure("EVENTLOG: " + file + " is compressed with " + other.substring(1)
                            + "; expected zstd, lz4, gz or no compression (spark.eventLog.compression.codec)");
                }
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
                return LZ4BlockInputStream.newBuilder()
                        .withStopOnEmptyBlock(false)
                        .build(in);
            }
            return name.endsWith(".gz") ? new GZIPInputStream(in) : in;
        }
    }
}
