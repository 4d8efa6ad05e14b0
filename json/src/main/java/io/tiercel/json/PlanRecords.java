package io.tiercel.json;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tiercel.prefetch.BlockRead;
import io.tiercel.prefetch.InputBlock;
import io.tiercel.prefetch.JobTask;
import io.tiercel.prefetch.PrefetchOutcome;
import io.tiercel.prefetch.PrefetchProblem;
import io.tiercel.prefetch.SourceDevice;
import io.tiercel.prefetch.plan.BlockDecision;
import io.tiercel.prefetch.plan.PrefetchPlan;
import java.io.IOException;
import java.util.List;

/**
 * Plans to prefetch, and what came of them, as JSON lines. Times are in seconds from the stage's submission, lengths in bytes, rates in
 * bytes per second; a time that never comes is null.
 */
public final class PlanRecords {
    private PlanRecords() {}

    /**
     * What a record is about.
     *
     * @param app the application's id
     * @param stage the stage's id
     * @param attempt the stage's attempt, from 0
     * @param kind what stages have in common that are taken to compute alike
     * @param timeMillis of the plan or of the stage's end, since the epoch
     */
    public record About(String app, int stage, int attempt, String kind, long timeMillis) {}

    /**
     * A problem and its plan, one line without its end. A plan that was dropped says why.
     *
     * @param planner the planner's name
     * @param nodes names of the problem's nodes
     * @param dropped why nothing of it was asked for; empty if it was
     */
    public static String line(
            About about,
            String planner,
            PrefetchProblem problem,
            List<String> nodes,
            PrefetchPlan plan,
            String dropped) {
        return JsonLine.of(json -> {
            json.writeStringField(RecordKind.KEY, RecordKind.OF_PLAN);
            about(json, about);
            json.writeStringField("planner", planner);
            if (!dropped.isEmpty()) {
                json.writeStringField("dropped", dropped);
            }
            json.writeObjectFieldStart("problem");
            problem(json, problem, nodes);
            json.writeEndObject();
            json.writeObjectFieldStart("plan");
            plan(json, plan);
            json.writeEndObject();
        });
    }

    /** What came of a plan, one line without its end. */
    public static String line(About about, PrefetchOutcome outcome) {
        return JsonLine.of(json -> {
            json.writeStringField(RecordKind.KEY, RecordKind.OF_OUTCOME);
            about(json, about);
            json.writeNumberField("taken", outcome.taken());
            json.writeNumberField("used", outcome.used());
            json.writeNumberField("late", outcome.late());
            json.writeNumberField("unread", outcome.unread());
            json.writeNumberField("bytes", outcome.bytes());
            field(json, "seconds", outcome.seconds());
            field(json, "predictedSeconds", outcome.predictedSeconds());
            field(json, "secondsWithout", outcome.secondsWithout());
            field(json, "prefetchedSeconds", outcome.prefetchedSeconds());
            field(json, "predictedPrefetchedSeconds", outcome.predictedPrefetchedSeconds());
            field(json, "computingSeconds", outcome.computingSeconds());
            field(json, "predictedComputingSeconds", outcome.predictedComputingSeconds());
            field(json, "factor", outcome.factor());
            field(json, "prefetchedFactor", outcome.prefetchedFactor());
        });
    }

    private static void about(JsonGenerator json, About about) throws IOException {
        json.writeStringField("app", about.app());
        json.writeNumberField("stage", about.stage());
        json.writeNumberField("attempt", about.attempt());
        json.writeStringField("kind", about.kind());
        json.writeNumberField("timeMillis", about.timeMillis());
    }

    private static void problem(JsonGenerator json, PrefetchProblem problem, List<String> nodes) throws IOException {
        json.writeArrayFieldStart("nodes");
        for (int node = 0; node < problem.memoryFree().size(); node++) {
            json.writeStartArray();
            json.writeString(nodes.get(node));
            json.writeNumber(problem.memoryFree().get(node));
            json.writeEndArray();
        }
        json.writeEndArray();
        json.writeArrayFieldStart("devices");
        for (SourceDevice device : problem.devices()) {
            json.writeStartArray();
            json.writeNumber(device.node());
            json.writeString(device.tier().name());
            number(json, device.bytesPerSecond());
            number(json, device.busySeconds());
            json.writeEndArray();
        }
        json.writeEndArray();
        json.writeArrayFieldStart("slotsFreeAt");
        for (double at : problem.slotsFreeAt()) {
            number(json, at);
        }
        json.writeEndArray();
        json.writeArrayFieldStart("blocks");
        for (InputBlock block : problem.blocks()) {
            json.writeStartArray();
            json.writeNumber(block.bytes());
            number(json, block.readyAt());
            json.writeStartArray();
            for (int device : block.devices()) {
                json.writeNumber(device);
            }
            json.writeEndArray();
            json.writeEndArray();
        }
        json.writeEndArray();
        json.writeArrayFieldStart("tasks");
        for (JobTask task : problem.tasks()) {
            task(json, task);
        }
        json.writeEndArray();
        field(json, "memoryRate", problem.rates().memoryBytesPerSecond());
        field(json, "remoteRate", problem.rates().remoteBytesPerSecond());
        field(json, "initSeconds", problem.times().initSeconds());
        field(json, "scheduleSeconds", problem.times().scheduleSeconds());
        field(json, "cacheInitSeconds", problem.times().cacheInitSeconds());
    }

    private static void task(JsonGenerator json, JobTask task) throws IOException {
        json.writeStartArray();
        number(json, task.cpuSeconds());
        for (BlockRead read : task.reads()) {
            json.writeStartArray();
            json.writeNumber(read.block());
            json.writeNumber(read.bytes());
            json.writeEndArray();
        }
        json.writeEndArray();
    }

    private static void plan(JsonGenerator json, PrefetchPlan plan) throws IOException {
        json.writeNumberField("degree", plan.degree());
        field(json, "delay", plan.delay());
        field(json, "seconds", plan.seconds());
        field(json, "secondsWithout", plan.secondsWithout());
        json.writeStringField("end", plan.end().name());
        json.writeStringField("model", plan.model().name());
        json.writeArrayFieldStart("blocks");
        for (BlockDecision decision : plan.blocks()) {
            json.writeStartArray();
            json.writeString(decision.choice().name());
            json.writeNumber(decision.device());
            number(json, decision.readyAt());
            number(json, decision.neededAt());
            json.writeEndArray();
        }
        json.writeEndArray();
    }

    private static void field(JsonGenerator json, String name, double number) throws IOException {
        json.writeFieldName(name);
        number(json, number);
    }

    private static void number(JsonGenerator json, double number) throws IOException {
        if (Double.isFinite(number)) {
            JsonLine.number(json, number);
        } else {
            json.writeNull();
        }
    }
}
