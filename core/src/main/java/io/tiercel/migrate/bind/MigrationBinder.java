package io.tiercel.migrate.bind;

import io.tiercel.migrate.Migrations;
import java.util.Arrays;
import java.util.List;

/**
 * Decides which pending migration an agent gets that asks for work. One instance serves one {@link Migrations}.
 */
public abstract sealed class MigrationBinder permits LateBinder, IgnemBinder, NaiveBinder {
    private static final List<String> NAMES = List.of(LateBinder.NAME, IgnemBinder.NAME, NaiveBinder.NAME);

    /** By slot: the device, -1 for none. */
    private int[] targets = {};

    MigrationBinder() {}

    /** The names of all binders, the default first. */
    public static List<String> names() {
        return NAMES;
    }

    /**
     * A new binder of that name.
     *
     * @param seed of the random choices, for those that make any
     * @throws IllegalArgumentException if there is none, naming those that there are
     */
    public static MigrationBinder named(String name, long seed) {
        return switch (name) {
            case LateBinder.NAME -> new LateBinder();
            case IgnemBinder.NAME -> new IgnemBinder(seed);
            case NaiveBinder.NAME -> new NaiveBinder();
            default ->
                throw new IllegalArgumentException(
                        "migration binder: expected one of " + String.join(", ", NAMES) + ", got '" + name + "'");
        };
    }

    /** Takes note of what is pending and how fast and how busy the devices are. */
    public abstract void retarget(PendingQueue pending, FinishTimes finish);

    /**
     * The slot of the block that {@code device} should migrate next, -1 if there is none. The same one again until it
     * has been bound or withdrawn.
     *
     * @param device the ordinal of the device that asks
     * @param perByte nanoseconds that a byte takes on it by now
     * @param queuedBytes charged bytes bound to it and not finished
     */
    public abstract int next(PendingQueue pending, int device, double perByte, double queuedBytes);

    /** The slot is free and may be another block's from now on. */
    public final void removed(int slot) {
        if (slot < targets.length) {
            targets[slot] = -1;
        }
    }

    /** The device at which the block is targeted by now, -1 if that is open. */
    public final int target(int slot) {
        return slot < targets.length ? targets[slot] : -1;
    }

    final void target(int slot, int device) {
        targets[slot] = device;
    }

    /** Makes place for the targets of so many slots. */
    final void reserve(int slots) {
        int before = targets.length;
        if (before < slots) {
            targets = Arrays.copyOf(targets, Math.max(slots, 2 * before));
            Arrays.fill(targets, before, targets.length, -1);
        }
    }

    /** One clause: what a target was chosen for. */
    public abstract String choice();
}
