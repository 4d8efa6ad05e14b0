package io.tiercel.record;

import io.tiercel.assign.Decision;
import java.util.List;

/**
 * One decision, ready to be written: its context, the round, the answer and its reasons.
 *
 * @param policy the name of the policy that decided
 */
public record DecisionRecord(Context context, RecordedRound round, String policy, Decision decision) {
    public DecisionRecord {
        if (decision.reasons().size() != round.tasks().size()
                || context.taskIndexes().size() != round.tasks().size()
                || context.names().size() != round.nodes()) {
            throw new IllegalArgumentException("expected a reason and an index for each task and a name for each node");
        }
    }

    /**
     * Time and subject of a decision; beside the decision, not part of it.
     *
     * @param attempt of the stage, from 0
     * @param timeMillis since the epoch
     * @param names of the nodes
     * @param taskIndexes the index of each task within the stage
     */
    public record Context(
            String app, int stage, int attempt, long timeMillis, List<String> names, List<Integer> taskIndexes) {
        public Context {
            names = List.copyOf(names);
            taskIndexes = List.copyOf(taskIndexes);
        }
    }
}
