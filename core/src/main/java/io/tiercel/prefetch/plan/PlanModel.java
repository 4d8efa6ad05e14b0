package io.tiercel.prefetch.plan;

import io.tiercel.prefetch.model.Contention;

/** The models behind a plan's times. */
public enum PlanModel {
    /** Each task and each migration reads as if alone on its device. */
    OWN_DEVICES("no contention for devices"),
    /** Tasks share devices, and migrations get the rest ({@link Contention#IDLE}), simulated event by event. */
    SHARED_DEVICES("contention for devices"),
    /** The same with migrations that share devices with tasks ({@link Contention#EQUAL}). */
    EQUAL_READERS("migrations as urgent as tasks");

    private final String text;

    PlanModel(String text) {
        this.text = text;
    }

    /** A clause about the models. */
    public String text() {
        return text;
    }
}
