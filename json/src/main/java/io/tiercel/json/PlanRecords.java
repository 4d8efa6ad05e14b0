package io.tiercel.json;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tiercel.prefetch.BlockRead;
import io.tiercel.prefetch.InputBlock;
import io.tiercel.prefetch.JobTask;
import io.tiercel.prefetch.PrefetchProblem;
import io.tiercel.prefetch.ReadScores;
import io.tiercel.prefetch.SourceDevice;
import io.tiercel.prefetch.plan.BlockDecision;
import io.tiercel.prefetch.plan.PrefetchPlan;

/**
 * Writes prefetch plans and their outcomes as JSON lines. Times are in seconds from the stage's submission, lengths in bytes, rates in
 * bytes per second. A time that never comes is null.
 */
public final class PlanRecords {
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
            nodes.addArray()
                    .add(record.nodes().get(node))
                    .add(problem.memoryFree().get(node));
        }
        ArrayNode devices = json.putArray("devices");
        for (SourceDevice device : problem.devices()) {
            devices.addArray()
                    .add(device.node())
                    .add(device.tier().name())
                    .add(JsonLine.number(device.bytesPerSecond()))
                    .add(JsonLine.number(device.busySeconds()));
        }
        ArrayNode slots = json.putArray("slotsFreeAt");
        problem.slotsFreeAt().forEach(at -> slots.add(JsonLine.number(at)));
        ArrayNode blocks = json.putArray("blocks");
        for (InputBlock block : problem.blocks()) {
            ArrayNode on = blocks.addArray()
                    .add(block.bytes())
                    .add(JsonLine.number(block.readyAt()))
                    .addArray();
            block.devices().forEach(on::add);
        }
        ArrayNode tasks = json.putArray("tasks");
        for (JobTask task : problem.tasks()) {
            ArrayNode fields = tasks.addArray().add(JsonLine.number(task.cpuSeconds()));
            for (BlockRead read : task.reads()) {
                fields.addArray().add(read.block()).add(read.bytes());
            }
        }
        json.set("memoryRate", JsonLine.number(problem.rates().memoryBytesPerSecond()));
        json.set("remoteRate", JsonLine.number(problem.rates().remoteBytesPerSecond()));
        json.set("initSeconds", JsonLine.number(problem.times().initSeconds()));
        json.set("scheduleSeconds", JsonLine.number(problem.times().scheduleSeconds()));
        json.set("cacheInitSeconds", JsonLine.number(problem.times().cacheInitSeconds()));
        scores(json.putObject("scores"), problem.scores());
    }

    private static void scores(ObjectNode json, ReadScores scores) {
        json.set("memory", JsonLine.number(scores.memory()));
        json.set("ssd", JsonLine.number(scores.ssd()));
        json.set("hdd", JsonLine.number(scores.hdd()));
        json.set("remote", JsonLine.number(scores.remote()));
        json.set("arriving", JsonLine.number(scores.arriving()));
        json.set("noInput", JsonLine.number(scores.noInput()));
    }

    private static void plan(ObjectNode json, PrefetchPlan plan) {
        json.put("degree", plan.degree());
        json.set("delay", JsonLine.number(plan.delay()));
        json.set("seconds", JsonLine.number(plan.seconds()));
        json.set("secondsWithout", JsonLine.number(plan.secondsWithout()));
        json.put("end", plan.end().name());
        json.put("model", plan.model().name());
        ArrayNode blocks = json.putArray("blocks");
        for (BlockDecision decision : plan.blocks()) {
            blocks.addArray()
                    .add(decision.choice().name())
                    .add(decision.device())
                    .add(JsonLine.number(decision.readyAt()))
                    .add(JsonLine.number(decision.neededAt()));
        }
    }
}
