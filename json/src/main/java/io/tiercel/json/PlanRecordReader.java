package io.tiercel.json;

import io.tiercel.json.PlanRecords.About;
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

/** Converts the JSON of {@link PlanRecords} back. */
final class PlanRecordReader {
    private static final String NODE = "a node as [name, free bytes of memory]";
    private static final String DEVICE = "a device as [node, tier, bytes per second, busy seconds]";
    private static final String BLOCK = "a block as [bytes, seconds until it is in memory or null, [devices]]";
    private static final String TASK = "a task as [computing seconds, [block, bytes], …]";
    private static final String DECISION =
            "a decision as [choice, device or -1, seconds until ready or null, seconds until needed or null]";

    private PlanRecordReader() {}

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
                json.list("devices", DEVICE, PlanRecordReader::device),
                json.list("nodes", NODE, node -> node.tuple(2, 2).at(1).wholeNumber()),
                json.list("slotsFreeAt", "an array of seconds", JsonValue::number),
                json.list("blocks", BLOCK, PlanRecordReader::block),
                json.list("tasks", TASK, PlanRecordReader::task),
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
                json.list("blocks", DECISION, PlanRecordReader::decision),
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
