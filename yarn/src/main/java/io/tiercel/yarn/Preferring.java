package io.tiercel.yarn;

/** The scheduler of {@link CostPlacement}s. YARN creates these by reflection, one for each request. */
public interface Preferring {
    /**
     * How it prefers.
     *
     * @param queues whose applications' preferences count
     * @param c1 see {@link io.tiercel.allocate.ContainerAllocation}
     * @param c2 see {@link io.tiercel.allocate.ContainerAllocation}
     * @param isAsynchronous whether further containers are proposed before the first is granted
     * @param rackNames says once that applications and the scheduler name racks differently
     */
    record Terms(
            KnownPreferences known, Queues queues, double c1, double c2, boolean isAsynchronous, RackNames rackNames) {}

    Terms terms();

    /** The failures of our part since this scheduler was made. */
    Failures failures();
}
