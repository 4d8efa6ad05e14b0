package io.tiercel.sim.whatif;

import java.util.Comparator;
import java.util.List;

/**
 * The slots that an application had over time, by the executors that came and went.
 *
 * @param changes in the order of their times; none if the log does not tell
 */
public record LoggedSlots(List<SlotChange> changes) {
    public static final LoggedSlots UNKNOWN = new LoggedSlots(List.of());

    public LoggedSlots {
        changes = changes.stream()
                .sorted(Comparator.comparingLong(SlotChange::millis))
                .toList();
    }

    /**
     * Slots that came or went.
     *
     * @param millis since the epoch
     * @param slots negative if they went
     */
    public record SlotChange(long millis, int slots) {}

    /**
     * Seconds in which the slots do some work, if none of them is ever free.
     *
     * @param work seconds that one slot takes for it
     * @param begin milliseconds since the epoch
     * @param end when it was done in any case, milliseconds since the epoch
     * @param used slots that did it; if the log tells of fewer, it is taken not to tell, and they are taken for all
     */
    double secondsFor(double work, long begin, long end, int used) {
        if (most(end) < used) {
            return work / Math.max(1, used);
        }
        double left = work;
        long now = begin;
        long slots = 0;
        for (SlotChange change : changes) {
            if (change.millis() >= end) {
                break;
            }
            if (change.millis() > now) {
                double done = slots * (change.millis() - now) / 1e3;
                if (done >= left) {
                    break;
                }
                left -= done;
                now = change.millis();
            }
            slots += change.slots();
        }
        return slots <= 0 ? (end - begin) / 1e3 : Math.min((end - begin) / 1e3, (now - begin) / 1e3 + left / slots);
    }

    /** The most that there were before a time. */
    private long most(long end) {
        long slots = 0;
        long most = 0;
        for (SlotChange change : changes) {
            if (change.millis() < end) {
                slots += change.slots();
                most = Math.max(most, slots);
            }
        }
        return most;
    }
}
