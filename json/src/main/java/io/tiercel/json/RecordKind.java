package io.tiercel.json;

/** The kind of a line in a record file. */
public enum RecordKind {
    /** A round of assignment, which {@link DecisionRecords} reads. */
    ROUND,
    /** A plan to prefetch, which {@link RecordedPlan#parse} reads. */
    PLAN,
    /** The outcome of a plan, which {@link RecordedOutcome#parse} reads. */
    OUTCOME,
    /** A plan of a stage's reads, which {@link ReadPlanRecords} reads. */
    READS,
    /** A round of a planned stage, which {@link StartsRecords} reads. */
    STARTS,
    /** The summary of a stage, which {@link StageSummaries#parse} reads. */
    STAGE;

    static final String KEY = "record";
    static final String OF_PLAN = "prefetch";
    static final String OF_OUTCOME = "prefetched";
    static final String OF_STAGE = "stage";
    static final String OF_READS = "reads";
    static final String OF_STARTS = "starts";
    /** Tells the summary of a stage that names no kind, as older ones do. */
    private static final String ONLY_IN_STAGE = "happened";

    /**
     * The kind that {@code text} names; a round if it names none.
     *
     * @throws MalformedRecordException if {@code text} is not one JSON object
     */
    public static RecordKind of(String text) throws MalformedRecordException {
        if (!text.contains('"' + KEY + '"') && !text.contains('"' + ONLY_IN_STAGE + '"')) {
            return ROUND;
        }
        String[] said = {""};
        JsonCursor.readObject(text, (name, json) -> {
            if (name.equals(KEY)) {
                said[0] = json.text(KEY + ": " + String.join(", ", OF_PLAN, OF_OUTCOME, OF_STAGE, OF_READS, OF_STARTS));
                return;
            }
            if (name.equals(ONLY_IN_STAGE) && said[0].isEmpty()) {
                said[0] = OF_STAGE;
            }
            json.skip();
        });
        return switch (said[0]) {
            case OF_PLAN -> PLAN;
            case OF_OUTCOME -> OUTCOME;
            case OF_STAGE -> STAGE;
            case OF_READS -> READS;
            case OF_STARTS -> STARTS;
            default -> ROUND;
        };
    }
}
