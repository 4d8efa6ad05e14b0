package io.tiercel.json;

import io.tiercel.assign.Assignment;
import java.math.BigDecimal;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a decision record, as JSON.
 *
 * @param assignment the node of each task
 * @param cost its cost in the numbers of the record
 * @param policy the policy that decided; null if neither the record nor the user names one
 * @param check the finding of a check; null without a check
 * @param medianMicros the median time of deciding, in microseconds; empty if it was not measured
 */
public record ReplayAnswer(
        Assignment assignment,
        BigDecimal cost,
        @Nullable String policy,
        @Nullable String check,
        OptionalDouble medianMicros) {

    /** One line, without its end. */
    public String line() {
        return JsonLine.of(json -> {
            JsonLine.array(json, "assignment", assignment.nodeOf());
            json.writeNumberField("matched", assignment.matched());
            json.writeFieldName("cost");
            json.writeNumber(cost.toPlainString());
            if (policy != null) {
                json.writeStringField("policy", policy);
            }
            if (check != null) {
                json.writeStringField("check", check);
            }
            if (medianMicros.isPresent()) {
                JsonLine.number(json, "medianMicros", medianMicros.getAsDouble());
            }
        });
    }
}
