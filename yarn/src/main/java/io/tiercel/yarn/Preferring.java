package io.tiercel.yarn;

/** A scheduler with preferences, to what it makes for each request. */
public interface Preferring {
    /**
     * How it prefers.
     *
     * @param queues whose applications' preferences count
     * @param c1 see {@link io.tiercel.allocate.ContainerAllocation}
     * @param c2 see {@link io.tiercel.allocate.ContainerAllocation}
     * @param isAsynchronous whether further containers are proposed before the first is granted
     */
    record Terms(KnownPreferences known, Queues queues, double c1, double c2, boolean isAsynchronous) {}

    Terms terms();
}
