package io.tiercel.cli.sim;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import io.tiercel.cli.CommandFailure;
import io.tiercel.sim.whatif.LoggedStage;
import io.tiercel.sim.whatif.LoggedTask;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Reads from an event log which tasks ran where, for how long, and what they read. */
final class EventLogReader {
    private static final JsonFactory JSON = new JsonFactory();
    private static final long NANOS = 1_000_000;

    private final Map<Integer, List<LoggedTask>> tasks = new TreeMap<>();
    private final Map<Integer, String> names = new HashMap<>();
    private final Path log;
    private String application = "";
    private long events;

    private EventLogReader(Path log) {
        this.log = log;
    }

    /**
     * An application in a log.
     *
     * @param name its own name
     * @param stages stages with tasks that have ended well
     */
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
            task(new Tree(tree(line)));
        } else if (line.startsWith("{\"Event\":\"SparkListenerStageCompleted\"")) {
            Tree stage = new Tree(tree(line)).below("Stage Info");
            names.put((int) stage.number("Stage ID"), stage.text("Stage Name"));
        } else if (line.startsWith("{\"Event\":\"SparkListenerApplicationStart\"")) {
            application = new Tree(tree(line)).text("App Name");
        } else if (!line.isBlank() && !line.startsWith("{\"Event\":")) {
            throw new IllegalArgumentException(
                    "it begins with '" + line.substring(0, Math.min(20, line.length())) + "'");
        }
        events += line.isBlank() ? 0 : 1;
    }

    private void task(Tree event) {
        Tree info = event.below("Task Info");
        Tree metrics = event.below("Task Metrics");
        if (info.isTrue("Failed") || info.isTrue("Killed") || metrics.isEmpty()) {
            return;
        }
        Tree fetch = metrics.below("Shuffle Read Metrics");
        long busy = metrics.number("Executor CPU Time")
                + NANOS * (metrics.number("JVM GC Time") + fetch.number("Fetch Wait Time"))
                + metrics.below("Shuffle Write Metrics").number("Shuffle Write Time");
        long idle = Math.max(0, NANOS * metrics.number("Executor Run Time") - busy);
        tasks.computeIfAbsent((int) event.number("Stage ID"), id -> new ArrayList<>())
                .add(new LoggedTask(
                        info.text("Host"),
                        info.text("Locality"),
                        info.number("Launch Time"),
                        info.number("Finish Time"),
                        idle,
                        metrics.below("Input Metrics").number("Bytes Read")));
    }

    private static Map<String, Object> tree(String line) throws IOException {
        try (JsonParser parser = JSON.createParser(line)) {
            parser.nextToken();
            return object(parser);
        }
    }

    /** Numbers as Long, texts as String, truth as Boolean; lists are left out. */
    private static Map<String, Object> object(JsonParser parser) throws IOException {
        Map<String, Object> fields = new HashMap<>();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            switch (parser.nextToken()) {
                case START_OBJECT -> fields.put(name, object(parser));
                case START_ARRAY -> parser.skipChildren();
                case VALUE_NUMBER_INT -> fields.put(name, parser.getLongValue());
                case VALUE_STRING -> fields.put(name, parser.getText());
                case VALUE_TRUE -> fields.put(name, true);
                default -> {} // nothing that is needed
            }
        }
        return fields;
    }

    /** A JSON object. Missing values are 0 or empty: Spark leaves them out. */
    private record Tree(Map<?, ?> fields) {
        Tree below(String name) {
            return new Tree(fields.get(name) instanceof Map<?, ?> inner ? inner : Map.of());
        }

        boolean isEmpty() {
            return fields.isEmpty();
        }

        long number(String name) {
            return fields.get(name) instanceof Long value ? value : 0;
        }

        String text(String name) {
            return fields.get(name) instanceof String value ? value : "";
        }

        boolean isTrue(String name) {
            return Boolean.TRUE.equals(fields.get(name));
        }
    }
}
