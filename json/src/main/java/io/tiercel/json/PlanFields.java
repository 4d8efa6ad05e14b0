package io.tiercel.json;

import static io.tiercel.json.RecordFields.present;

import io.tiercel.prefetch.plan.BlockDecision;
import io.tiercel.prefetch.plan.PlanModel;
import io.tiercel.prefetch.plan.PrefetchPlan;
import io.tiercel.prefetch.plan.PrefetchReason;
import io.tiercel.prefetch.plan.SearchEnd;
import java.io.IOException;
import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** Reads the plan of a plan's record. */
final class PlanFields {
    private static final String BLOCK =
            "blocks: a decision as [choice, device or -1, seconds until ready or null, seconds until needed or null]";

    private int degree;
    private double delay;
    private OptionalDouble seconds = OptionalDouble.empty();
    private OptionalDouble secondsWithout = OptionalDouble.empty();
    private SearchEnd end = SearchEnd.NOT_SEARCHED;
    /** Records from before there was another do not name it. */
    private PlanModel model = PlanModel.OWN_DEVICES;

    private @Nullable List<BlockDecision> blocks;

    void field(String name, JsonCursor json) throws IOException, MalformedRecordException {
        switch (name) {
            case "degree" -> degree = json.integer("degree: a whole number");
            case "delay" -> delay = json.number("delay: a number");
            case "seconds" -> seconds = OptionalDouble.of(json.number("seconds: a number"));
            case "secondsWithout" -> secondsWithout = OptionalDouble.of(json.number("secondsWithout: a number"));
            case "end" -> end = json.constant(SearchEnd.class, "end: why the search ended");
            case "model" -> model = json.constant(PlanModel.class, "model: what the times rest on");
            case "blocks" -> blocks = json.list("blocks: an array of decisions", PlanFields::decision);
            default -> json.skip();
        }
    }

    private static BlockDecision decision(JsonCursor json) throws IOException, MalformedRecordException {
        json.startArray(BLOCK);
        json.next(BLOCK);
        PrefetchReason choice = json.constant(PrefetchReason.class, BLOCK);
        json.next(BLOCK);
        int device = json.integer(BLOCK);
        json.next(BLOCK);
        double readyAt = json.numberOr(Double.POSITIVE_INFINITY, BLOCK);
        json.next(BLOCK);
        double neededAt = json.numberOr(Double.POSITIVE_INFINITY, BLOCK);
        json.endArray(BLOCK);
        return new BlockDecision(choice, device, readyAt, neededAt);
    }

    PrefetchPlan plan() {
        return new PrefetchPlan(
                present("blocks", blocks),
                degree,
                delay,
                present("secondsWithout", secondsWithout),
                present("seconds", seconds),
                List.of(),
                end,
                model);
    }
}
