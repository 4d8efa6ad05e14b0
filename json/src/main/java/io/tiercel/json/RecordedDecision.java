package io.tiercel.json;

import io.tiercel.record.RecordedRound;
import org.jspecify.annotations.Nullable;

/**
 * A round of assignment and its answer, as {@link DecisionRecords} reads them.
 *
 * @param policy the name of the policy that decided; null where the record does not say
 * @param assignment the node of each task as it stands in the record, unchecked; null where the record holds none; given away
 */
public record RecordedDecision(RecordedRound round, @Nullable String policy, int @Nullable [] assignment) {}
