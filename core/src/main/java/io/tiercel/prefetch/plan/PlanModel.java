package io.tiercel.prefetch.plan;

import io.tiercel.prefetch.model.Contention;

/** What a plan's times rest on. */
public enum PlanModel {
    /** Each task reads as if it had its device for itself, and so does each migration. */
    OWN_DEVICES("no contention for devices"),
    /** Tasks share devices, and migrations have what they leave of them ({@link Contention#IDLE}), simulated event by event. */
    SHARED_DEVICES("contention for devices"),
    /** The same with migrations that share devices with tasks ({@link Contention#EQUAL}). */
    EQUAL_READERS("migrations as urgent as tasks");

    private final String text;

    PlanModel(String text) {
        this.text = text;
    }

    /** A clause about what was modelled. */
    public String text() {
        return text;
    }
}
