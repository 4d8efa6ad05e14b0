package io.tiercel.prefetch;

/** What a plan's times rest on. */
public enum PlanModel {
    /** Each task reads as if it had its device for itself, and so does each migration. */
    OWN_DEVICES("no contention for devices"),
    /** Tasks and migrations share devices as {@link Contention} says, simulated event by event. */
    SHARED_DEVICES("contention for devices");

    private final String text;

    PlanModel(String text) {
        this.text = text;
    }

    /** A clause about what was modelled. */
    public String text() {
        return text;
    }
}
