package io.tiercel.spark.prefetch.learn;

import java.util.List;

/**
 * What stages have in common that compute for equally long over equal input: their name as Spark shows it and the names of their
 * operations, without the numbers (of lines, of generated classes, of stages of code generation) that change from run to run.
 */
public record StageKind(String text) {
    private static final int MOST_OPERATIONS = 12;

    /** @param operations names of what the stage's RDDs were made by, in order */
    public static StageKind of(String name, List<String> operations) {
        List<String> plain = operations.stream()
                .map(StageKind::plain)
                .distinct()
                .limit(MOST_OPERATIONS)
                .toList();
        return new StageKind(plain(name) + (plain.isEmpty() ? "" : ": " + String.join(", ", plain)));
    }

    private static String plain(String name) {
        return name.replaceAll("[0-9]+", "").replaceAll("\\(\\)", "").strip();
    }
}
