package io.tiercel.json;

/** The kind of a line in a record file. */
public enum RecordKind {
    /** A round of assignment, which {@link DecisionRecords} reads. */
    ROUND,
    /** A plan to prefetch, which {@link RecordedPlan#parse} reads. */
    PLAN,
    /** The outcome of a plan, which {@link RecordedOutcome#parse} reads. */
    OUTCOME;

    static final String KEY = "record";
    static final String OF_PLAN = "prefetch";
    static final String OF_OUTCOME = "prefetched";

    /**
     * The kind that {@code text} names; a round if it names none.
     *
     * @throws MalformedRecordException if {@code text} is not one JSON object
     */
    public static RecordKind of(String text) throws MalformedRecordException {
        if (!text.contains('"' + KEY + '"')) {
            return ROUND;
        }
        String[] said = {""};
        JsonCursor.readObject(text, (name, json) -> {
            if (name.equals(KEY)) {
                said[0] = json.text(KEY + ": " + OF_PLAN + " or " + OF_OUTCOME);
            } else {
                json.skip();
            }
        });
        return switch (said[0]) {
            case OF_PLAN -> PLAN;
            case OF_OUTCOME -> OUTCOME;
            default -> ROUND;
        };
    }
}
