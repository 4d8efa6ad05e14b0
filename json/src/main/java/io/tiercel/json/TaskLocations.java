package io.tiercel.json;

import io.tiercel.model.Tier;
import io.tiercel.record.RecordedTask;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The array of {@code [node, score]} of one task, as read. */
record TaskLocations(int[] nodes, double[] scores) {
    private static final String PAIRS = "tasks: an array of [node, score] for each task";
    private static final String PAIR = "tasks: a location as [node, score]";
    private static final String NODE = "tasks: a node's number in [node, score]";
    private static final String SCORE = "tasks: a number as the score in [node, score]";

    private static final int USUAL_REPLICATION = 3;

    static TaskLocations read(JsonCursor json) throws IOException, MalformedRecordException {
        json.startArray(PAIRS);
        int[] nodes = new int[USUAL_REPLICATION];
        double[] scores = new double[USUAL_REPLICATION];
        int count = 0;
        while (json.nextInArray()) {
            if (count == nodes.length) {
                nodes = Arrays.copyOf(nodes, 2 * count);
                scores = Arrays.copyOf(scores, 2 * count);
            }
            json.startArray(PAIR);
            json.next(NODE);
            nodes[count] = json.integer(NODE);
            json.next(SCORE);
            scores[count++] = json.number(SCORE);
            json.endArray(PAIR);
        }
        return new TaskLocations(Arrays.copyOf(nodes, count), Arrays.copyOf(scores, count));
    }

    RecordedTask task(int index, @Nullable List<@Nullable Tier> tiers) {
        if (tiers != null && tiers.size() != nodes.length) {
            throw new IllegalArgumentException("tiers[" + index + "]: expected one tier for each location ("
                    + nodes.length + "), got " + tiers.size());
        }
        return new RecordedTask(nodes, scores, tiers == null ? null : tiers.toArray(new @Nullable Tier[0]));
    }
}
