package io.tiercel.json;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tiercel.model.Tier;
import io.tiercel.prefetch.BlockRead;
import io.tiercel.prefetch.InputBlock;
import io.tiercel.prefetch.JobTask;
import io.tiercel.prefetch.PlanningTimes;
import io.tiercel.prefetch.PrefetchProblem;
import io.tiercel.prefetch.ReadRates;
import io.tiercel.prefetch.ReadScores;
import io.tiercel.prefetch.SourceDevice;
import io.tiercel.prefetch.plan.BlockDecision;
import io.tiercel.prefetch.plan.PlanModel;
import io.tiercel.prefetch.plan.PrefetchPlan;
import io.tiercel.prefetch.plan.PrefetchReason;
import io.tiercel.prefetch.plan.SearchEnd;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Writes prefetch plans and their outcomes as JSON lines, and reads them. Times are in seconds from the stage's submission, lengths in bytes, rates in
 * bytes per second. A time that never comes is null.
 */
public final class PlanRecords {
    private static final String NODE = "a node as [name, free bytes of memory]";
    private static final String DEVICE = "a device as [node, tier, bytes per second, busy seconds]";
    private static final String BLOCK = "a block as [bytes, seconds until it is in memory or null, [devices]]";
    private static final String TASK = "a task as [computing seconds, [block, bytes], …]";
    private static final String DECISION =
            "a decision as [choice, device or -1, seconds until ready or null, seconds until needed or null]";

    private PlanRecords() {}

    /**
     * The stage that a record describes.
     *
     * @param app the application's id
     * @param stage the stage's id
     * @param attempt the stage's attempt, from 0
     * @param kind names what its tasks do; stages of one kind share their models
     * @param timeMillis when the plan was made or the stage ended, since the epoch
     */
    public record About(String app, int stage, int attempt, String kind, long timeMillis) {}

    /** A problem and its plan, one line without its end. */
    public static String line(RecordedPlan record) {
        ObjectNode line = start(RecordKind.OF_PLAN, record.about());
        line.put("planner", record.planner());
        line.put("planningMillis", record.planningMillis());
        if (!record.dropped().isEmpty()) {
            line.put("dropped", record.dropped());
        }
        problem(line.putObject("problem"), record);
        plan(line.putObject("plan"), record.plan());
        return line.toString();
    }

    /** An outcome, one line without its end. */
    public static String line(RecordedOutcome record) {
        ObjectNode line = start(RecordKind.OF_OUTCOME, record.about());
        record.write(line);
        return line.toString();
    }

    private static ObjectNode start(String kind, About about) {
        return RecordVersion.put(JsonLine.object().put(RecordKind.KEY, kind))
                .put("app", about.app())
                .put("stage", about.stage())
                .put("attempt", about.attempt())
                .put("kind", about.kind())
                .put("timeMillis", about.timeMillis());
    }

    private static void problem(ObjectNode json, RecordedPlan record) {
        PrefetchProblem problem = record.problem();
        ArrayNode nodes = json.putArray("nodes");
        for (int node = 0; node < problem.memoryFree().size(); node++) {
            nodes.add(
                    JsonLine.row(record.nodes().get(node), problem.memoryFree().get(node)));
        }
        ArrayNode devices = json.putArray("devices");
        for (SourceDevice device : problem.devices()) {
            devices.add(JsonLine.row(device.node(), device.tier(), device.bytesPerSecond(), device.busySeconds()));
        }
        json.set("slotsFreeAt", JsonLine.row(problem.slotsFreeAt().toArray()));
        ArrayNode blocks = json.putArray("blocks");
        for (InputBlock block : problem.blocks()) {
            blocks.add(JsonLine.row(block.bytes(), block.readyAt())
                    .add(JsonLine.row(block.devices().toArray())));
        }
        ArrayNode tasks = json.putArray("tasks");
        for (JobTask task : problem.tasks()) {
            ArrayNode fields = JsonLine.row(task.cpuSeconds());
            task.reads().forEach(read -> fields.add(JsonLine.row(read.block(), read.bytes())));
            tasks.add(fields);
        }
        put(json, "memoryRate", problem.rates().memoryBytesPerSecond());
        put(json, "remoteRate", problem.rates().remoteBytesPerSecond());
        put(json, "initSeconds", problem.times().initSeconds());
        put(json, "scheduleSeconds", problem.times().scheduleSeconds());
        put(json, "cacheInitSeconds", problem.times().cacheInitSeconds());
        ObjectNode scores = json.putObject("scores");
        put(scores, "memory", problem.scores().memory());
        put(scores, "ssd", problem.scores().ssd());
        put(scores, "hdd", problem.scores().hdd());
        put(scores, "remote", problem.scores().remote());
        put(scores, "arriving", problem.scores().arriving());
        put(scores, "noInput", problem.scores().noInput());
    }

    static void put(ObjectNode json, String key, double number) {
        json.set(key, JsonLine.number(number));
    }

    private static void plan(ObjectNode json, PrefetchPlan plan) {
        json.put("degree", plan.degree());
        put(json, "delay", plan.delay());
        put(json, "seconds", plan.seconds());
        put(json, "secondsWithout", plan.secondsWithout());
        json.put("end", plan.end().name());
        json.put("model", plan.model().name());
        ArrayNode blocks = json.putArray("blocks");
        for (BlockDecision decision : plan.blocks()) {
            blocks.add(JsonLine.row(decision.choice(), decision.device(), decision.readyAt(), decision.neededAt()));
        }
    }

    static RecordedPlan plan(JsonValue json) {
        RecordVersion.check(json);
        JsonValue problem = json.field("problem", "an object");
        return new RecordedPlan(
                about(json),
                json.text("planner"),
                problem(problem),
                problem.list("nodes", NODE, node -> node.tuple(2, 2).at(0).text()),
                decided(json.field("plan", "an object")),
                json.text("dropped", ""),
                json.wholeNumber("planningMillis", -1));
    }

    /** Reads which stage a record describes. Every key may be missing: only people read them. */
    static About about(JsonValue json) {
        return new About(
                json.text("app", ""),
                json.integer("stage", -1),
                json.integer("attempt", 0),
                json.text("kind", ""),
                json.wholeNumber("timeMillis", 0));
    }

    private static PrefetchProblem problem(JsonValue json) {
        return new PrefetchProblem(
                json.list("devices", DEVICE, PlanRecords::device),
                json.list("nodes", NODE, node -> node.tuple(2, 2).at(1).wholeNumber()),
                json.list("slotsFreeAt", "an array of seconds", JsonValue::number),
                json.list("blocks", BLOCK, PlanRecords::block),
                json.list("tasks", TASK, PlanRecords::task),
                new ReadRates(json.number("memoryRate"), json.number("remoteRate")),
                new PlanningTimes(
                        json.number("initSeconds"), json.number("scheduleSeconds"), json.number("cacheInitSeconds")),
                scores(json.find("scores", "scores by tier")));
    }

    /** Records from before plans followed the settings do not name the scores. */
    private static ReadScores scores(@Nullable JsonValue json) {
        return json == null
                ? ReadScores.TRIDENT
                : new ReadScores(
                        json.number("memory"),
                        json.number("ssd"),
                        json.number("hdd"),
                        json.number("remote"),
                        json.number("arriving"),
                        json.number("noInput"));
    }

    private static SourceDevice device(JsonValue json) {
        json.tuple(4, 4);
        return new SourceDevice(
                json.at(0).integer(),
                json.at(1).constant(Tier.class),
                json.at(2).number(),
                json.at(3).number());
    }

    private static InputBlock block(JsonValue json) {
        json.tuple(3, 3);
        return new InputBlock(
                json.at(0).wholeNumber(),
                json.at(2).list(JsonValue::integer),
                json.at(1).numberOr(InputBlock.NOT_COMING));
    }

    private static JobTask task(JsonValue json) {
        json.tuple(1, Integer.MAX_VALUE);
        List<BlockRead> reads = IntStream.range(1, json.size())
                .mapToObj(i -> json.at(i).tuple(2, 2))
                .map(read -> new BlockRead(read.at(0).integer(), read.at(1).wholeNumber()))
                .toList();
        return new JobTask(reads, json.at(0).number());
    }

    private static PrefetchPlan decided(JsonValue json) {
        JsonValue model = json.find("model", "what the times rest on");
        JsonValue end = json.find("end", "why the search ended");
        return new PrefetchPlan(
                json.list("blocks", DECISION, PlanRecords::decision),
                json.integer("degree", 0),
                json.number("delay", 0),
                json.number("secondsWithout"),
                json.number("seconds"),
                List.of(),
                end == null ? SearchEnd.NOT_SEARCHED : end.constant(SearchEnd.class),
                // Records from before there was another model do not name it.
                model == null ? PlanModel.OWN_DEVICES : model.constant(PlanModel.class));
    }

    private static BlockDecision decision(JsonValue json) {
        json.tuple(4, 4);
        return new BlockDecision(
                json.at(0).constant(PrefetchReason.class),
                json.at(1).integer(),
                json.at(2).numberOr(Double.POSITIVE_INFINITY),
                json.at(3).numberOr(Double.POSITIVE_INFINITY));
    }
}
