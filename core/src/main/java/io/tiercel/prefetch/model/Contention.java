package io.tiercel.prefetch.model;

/** What tasks that read from one device at the same time, and the migrations from it, cost one another. */
public enum Contention {
    /** Nothing: each reads as if it had the device for itself. The paper's models. */
    NONE,
    /**
     * Tasks share their device, and migrations have what tasks leave of it: agents in the idle class of the kernel's I/O schedulers
     * (decision 0806).
     */
    IDLE,
    /** Tasks share their device, and the one migration that runs on it counts as one more of them. */
    EQUAL
}
