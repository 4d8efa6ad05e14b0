package io.tiercel.spark.event;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A stage whose reads are planned together: its plans, and what its tasks have read from which devices, so far or in the end. A
 * task's reads count when it ends. Reads over the network count for the tier {@code REMOTE}. Times count from the submission of the
 * stage's tasks.
 *
 * @param attempt the stage's attempt, from 0
 * @param over whether the stage is over; while it runs each event takes the place of the one before
 * @param millis how long the stage has taken
 * @param plans how many plans were made
 * @param first null if none was made
 * @param last the same as {@code first} if only one was made
 * @param starts counts of task starts by reason
 * @param heldMillis for how long slots were kept free, summed over slots
 * @param unmeasured tasks that have ended, and of which nobody knows what they have read
 * @param unitBytes bytes for which one stands in {@code planned} and {@code happened}
 * @param planned reads of the first plan by the name of the tier, over time
 * @param happened the same of tasks that have ended
 * @param tiers sums over all devices, listed or not; a tier without reads is left out
 * @param devices those with most bytes, up to a bound
 * @param unlisted number of devices beyond that bound
 */
public record DeviceReads(
        int version,
        int stage,
        int attempt,
        boolean over,
        long millis,
        int plans,
        @Nullable PlanMade first,
        @Nullable PlanMade last,
        List<StartReason> starts,
        long heldMillis,
        int unmeasured,
        long unitBytes,
        TimeSeries planned,
        TimeSeries happened,
        List<TierSum> tiers,
        List<Device> devices,
        int unlisted)
        implements TiercelEvent {
    /**
     * One plan. Its seconds count from when it was made.
     *
     * @param atMillis when it was made
     * @param tasks how many it has; those that had been started before are not among them
     * @param seconds planned until all of these tasks are done
     * @param bound no plan is done sooner, by the estimates then: seconds
     * @param gap by how much the plan may be longer than the best one, as a share of the bound; maybe infinite
     */
    public record PlanMade(long atMillis, int tasks, double seconds, double bound, double gap) {}

    public record StartReason(String reason, String text, int starts) {}

    /** @param devices with planned or with actual reads */
    public record TierSum(String tier, int devices, long plannedBytes, long readBytes) {}

    /**
     * Planned and actual reads of one device, or of all other nodes over the network.
     *
     * @param plannedBytes by the first plan
     * @param plannedTasks how many tasks were to read from it
     * @param tasks how many have
     * @param plannedEndMillis when the last of the planned tasks was to end
     * @param lastEndMillis when the last task has ended that has read from it
     */
    public record Device(
            String name,
            String tier,
            long plannedBytes,
            long readBytes,
            int plannedTasks,
            int tasks,
            long plannedEndMillis,
            long lastEndMillis) {}

    public DeviceReads {
        starts = List.copyOf(starts);
        tiers = List.copyOf(tiers);
        devices = List.copyOf(devices);
    }

    /** Only the final event is worth a line of the event log. */
    @Override
    public boolean logEvent() {
        return over;
    }
}
