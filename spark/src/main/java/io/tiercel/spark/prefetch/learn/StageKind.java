package io.tiercel.spark.prefetch.learn;

import java.util.List;

/**
 * A kind of stage: stages of one kind compute equally long over equal input. The text has the stage's name and the names of its
 * operations, without numbers, since those of lines and generated classes change from run to run.
 */
public record StageKind(String text) {
    private static final int MOST_OPERATIONS = 12;

    /** Spark Connect names stages so, and goes on with the session and the plan: no two stages would be of one kind. */
    private static final String CONNECT = "Spark Connect";

    /** @param operations names of the operations that made the stage's RDDs, in order */
    public static StageKind of(String name, List<String> operations) {
        List<String> plain = operations.stream()
                .map(StageKind::plain)
                .distinct()
                .limit(MOST_OPERATIONS)
                .toList();
        String common = name.startsWith(CONNECT) ? CONNECT : plain(name);
        return new StageKind(common + (plain.isEmpty() ? "" : ": " + String.join(", ", plain)));
    }

    private static String plain(String name) {
        return name.replaceAll("[0-9]+", "").replaceAll("\\(\\)", "").strip();
    }
}
