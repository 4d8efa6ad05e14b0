package io.tiercel.record;

import java.util.List;

/**
 * Time and subject of a decision; beside the decision, not part of it.
 *
 * @param app the application's id
 * @param stage the stage's id
 * @param attempt the stage's attempt, from 0
 * @param timeMillis milliseconds since the epoch
 * @param names the name of each node
 * @param taskIndexes the index of each task within the stage
 */
public record RecordContext(
        String app, int stage, int attempt, long timeMillis, List<String> names, List<Integer> taskIndexes) {
    public RecordContext {
        names = List.copyOf(names);
        taskIndexes = List.copyOf(taskIndexes);
    }
}
