package io.tiercel.migrate.bind;

import io.tiercel.migrate.Migrations;

/**
 * Decides which pending migration an agent gets that asks for work. One instance serves one {@link Migrations}.
 */
public abstract sealed class MigrationBinder permits LateBinder, IgnemBinder, NaiveBinder {
    MigrationBinder() {}

    /** The name under which users choose it: {@code dyrs}, {@code ignem} or {@code naive}. */
    public abstract String name();

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
    public abstract void removed(int slot);

    /** The device at which the block is targeted by now, -1 if that is open. */
    public abstract int target(int slot);

    /** One clause: what a target was chosen for. */
    public abstract String choice();
}
