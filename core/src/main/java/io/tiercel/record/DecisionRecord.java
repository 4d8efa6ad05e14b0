package io.tiercel.record;

import io.tiercel.assign.Decision;

/**
 * One decision, ready to be written: its context, the round, the answer and its reasons.
 *
 * @param policy the name of the policy that decided
 */
public record DecisionRecord(RecordContext circumstances, RecordedRound round, String policy, Decision decision) {
    public DecisionRecord {
        if (decision.reasons().size() != round.tasks().size()
                || circumstances.taskIndexes().size() != round.tasks().size()
                || circumstances.names().size() != round.nodes()) {
            throw new IllegalArgumentException("expected a reason and an index for each task and a name for each node");
        }
    }
}
