package io.tiercel.prefetch.model;

/** How tasks and migrations on one device slow one another. */
public enum Contention {
    /** Not at all: each reads as if alone on the device. The paper's models. */
    NONE,
    /**
     * Tasks share their device, and migrations get the rest: agents in the idle class of the kernel's I/O schedulers (decision
     * 0806).
     */
    IDLE,
    /** Tasks share their device with its running migration, which counts as one more task. */
    EQUAL
}
