package io.tiercel.cli.sim;

import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tiercel.cli.CommandFailure;
import io.tiercel.config.Excerpt;
import io.tiercel.model.ByteSize;
import io.tiercel.sim.whatif.LoggedApplication;
import io.tiercel.sim.whatif.LoggedApplication.Facts;
import io.tiercel.sim.whatif.LoggedApplication.StageInput;
import io.tiercel.sim.whatif.LoggedStage;
import io.tiercel.sim.whatif.LoggedStage.LoggedTask;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.xerial.snappy.SnappyError;

/**
 * Reads from an event log which tasks ran where, for how long, what they read, and what the application is. Values that Spark leaves out
 * are 0 or empty.
 */
public final class EventLogReader {
    /** A plan of a large query is one long string; its line is in memory anyway. */
    private static final ObjectMapper JSON = new ObjectMapper(new JsonFactoryBuilder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxStringLength(Integer.MAX_VALUE)
                    .build())
            .build());

    private static final long NANOS = 1_000_000;
    private static final String SPARK = "{\"Event\":\"SparkListener";
    private static final String SQL = "{\"Event\":\"org.apache.spark.sql.execution.ui.SparkListenerSQL";

    private final Map<Integer, List<LoggedTask>> tasks = new TreeMap<>();
    private final Map<Integer, String> names = new HashMap<>();
    private final Map<Integer, String> queries = new HashMap<>();
    private final LoggedInputs inputs = new LoggedInputs();
    private final Map<String, String> properties = new HashMap<>();
    private final LoggedExecutors executors = new LoggedExecutors();
    private final Path log;
    private String id = "";
    private String application = "";
    private String version = "";
    private long started;
    private long ended;
    private long firstTask = Long.MAX_VALUE;
    private long lastTask;
    private boolean isComplete;
    private boolean isCompacted;
    private long events;

    private EventLogReader(Path log) {
        this.log = log;
    }

    /**
     * Reads a log: a file, or the directory of a rolling one.
     *
     * @throws CommandFailure with one line if it is no event log
     */
    public static LoggedApplication read(Path log) {
        try {
            return new EventLogReader(log).read();
        } catch (LinkageError | SnappyError e) {
            throw new CommandFailure(
                    "EVENTLOG: cannot decompress " + log + ": expected that the library of its codec loads, got "
                            + e.toString().replaceAll("\\s+", " "));
        } catch (OutOfMemoryError e) {
            throw new CommandFailure("EVENTLOG: " + log + " is damaged, or takes more than the "
                    + ByteSize.text(Runtime.getRuntime().maxMemory())
                    + " of memory that the command may use; expected a smaller log, or JAVA_TOOL_OPTIONS=-Xmx…");
        }
    }

    private LoggedApplication read() {
        List<Path> files = EventLogFiles.of(log);
        for (Path file : files) {
            isCompacted |= EventLogFiles.isCompact(file);
            readFile(file, file.equals(files.get(files.size() - 1)));
        }
        if (events == 0) {
            throw new CommandFailure(
                    "EVENTLOG: " + log + ": expected a line {\"Event\":\"SparkListener…\"…, found none");
        }
        return result();
    }

    private LoggedApplication result() {
        List<StageInput> stages = new ArrayList<>();
        tasks.forEach((stage, of) -> stages.add(new StageInput(
                new LoggedStage(stage, names.getOrDefault(stage, ""), of),
                queries.getOrDefault(stage, ""),
                inputs.of(stage))));
        long end = Math.max(ended, lastTask);
        long begin = started > 0 ? started : Math.min(firstTask, end);
        return new LoggedApplication(
                new Facts(id, application, version, begin, end, isComplete, isCompacted, properties),
                executors.slots(coresOfATask()),
                stages);
    }

    /** The end of the last file may be missing: its application was killed, or still runs. */
    private void readFile(Path file, boolean isLast) {
        long before = events;
        try (EventLines lines = EventLogFiles.open(file)) {
            takeAll(file, lines, isLast);
        } catch (IOException e) {
            if (!isLast || events == before) {
                throw new CommandFailure("EVENTLOG: cannot read " + file + ": " + FileErrors.of(e));
            } // else the rest of a compressed file is missing
        }
    }

    private void takeAll(Path file, EventLines lines, boolean isLast) throws IOException {
        try {
            String line = lines.next();
            for (long number = 1; line != null; number++) {
                String next = lines.next();
                take(file, number, line, isLast && next == null);
                line = next;
            }
        } catch (MalformedLogException e) {
            throw new CommandFailure("EVENTLOG: " + file + ":" + lines.number() + ": " + e.getMessage());
        }
    }

    private void take(Path file, long number, String line, boolean isLast) throws IOException {
        try {
            take(line);
        } catch (JsonProcessingException | IllegalArgumentException e) {
            if (!isLast) {
                throw new CommandFailure("EVENTLOG: " + file + ":" + number + ": expected an event of Spark in JSON: "
                        + String.valueOf(e.getMessage()).lines().findFirst().orElse(""));
            }
        }
    }

    private void take(String line) throws IOException {
        if (line.startsWith(SPARK)) {
            String kind = line.substring(SPARK.length(), Math.max(SPARK.length(), line.indexOf('"', SPARK.length())));
            switch (kind) {
                case "TaskEnd" -> task(JSON.readTree(line));
                case "StageCompleted" -> stage(JSON.readTree(line).path("Stage Info"));
                case "JobStart" -> job(JSON.readTree(line));
                case "LogStart" -> version = shown(JSON.readTree(line).path("Spark Version"));
                case "ResourceProfileAdded" -> executors.profile(JSON.readTree(line));
                case "ExecutorAdded" -> executors.added(JSON.readTree(line));
                case "ExecutorRemoved" -> executors.removed(JSON.readTree(line));
                case "EnvironmentUpdate" -> environment(JSON.readTree(line));
                case "ApplicationStart" -> start(JSON.readTree(line));
                case "ApplicationEnd" -> {
                    ended = JSON.readTree(line).path("Timestamp").asLong();
                    isComplete = true;
                }
                default -> {}
            }
        } else if (line.startsWith(SQL)) {
            if (line.contains("\"Location\"")) {
                inputs.plan(JSON.readTree(line).path("sparkPlanInfo"));
            }
        } else if (!line.isBlank() && !line.startsWith("{\"Event\":")) {
            throw new IllegalArgumentException(
                    "it begins with '" + Excerpt.oneLine(line.substring(0, Math.min(20, line.length()))) + "'");
        }
        events += line.isBlank() ? 0 : 1;
    }

    /** Others may have written the log: no text of it moves the terminal's cursor, or begins a line. */
    private static String shown(JsonNode text) {
        return Excerpt.oneLine(text.asText());
    }

    private void start(JsonNode event) {
        id = shown(event.path("App ID"));
        application = shown(event.path("App Name"));
        started = event.path("Timestamp").asLong();
    }

    private int coresOfATask() {
        String cores = properties.getOrDefault("spark.task.cpus", "1");
        return cores.matches("[1-9]\\d{0,5}") ? Integer.parseInt(cores) : 1;
    }

    private void environment(JsonNode event) {
        event.path("Spark Properties")
                .properties()
                .forEach(each -> properties.put(each.getKey(), shown(each.getValue())));
        JsonNode hadoop = event.path("Hadoop Properties");
        inputs.defaultFileSystem(hadoop.path("fs.defaultFS").asText());
        hadoop.properties().stream()
                .filter(each -> each.getKey().startsWith(Facts.NAMESERVICE))
                .forEach(each -> properties.putIfAbsent(Facts.HADOOP + each.getKey(), shown(each.getValue())));
    }

    private void job(JsonNode event) {
        String query = event.path("Properties").path("spark.sql.execution.id").asText();
        String of = query.isEmpty() ? "job " + event.path("Job ID").asText() : "query " + query;
        event.path("Stage IDs").forEach(stage -> queries.putIfAbsent(stage.asInt(), of));
    }

    private void stage(JsonNode stage) {
        int number = stage.path("Stage ID").asInt();
        names.put(number, shown(stage.path("Stage Name")));
        inputs.stage(number, stage);
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
        firstTask = Math.min(firstTask, info.path("Launch Time").asLong());
        lastTask = Math.max(lastTask, info.path("Finish Time").asLong());
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
}
