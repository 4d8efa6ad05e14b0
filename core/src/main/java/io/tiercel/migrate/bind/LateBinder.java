package io.tiercel.migrate.bind;

import java.util.Arrays;

/**
 * DYRS: a block is bound only when an agent asks, and only to the device that is expected to finish it first (algorithm 1). A slow
 * device that asks gets no block that another would finish sooner, so none of the last blocks is left to it.
 *
 * <p>Targets are as old as the last retargeting; a device that has become slower since then is looked at once more before it
 * gets the block.
 */
public final class LateBinder extends MigrationBinder {
    public static final String NAME = "dyrs";

    private final SlotLists lists = new SlotLists();
    private FinishTimes finish = new FinishTimes(0, 0);

    /** By slot: the device, -1 for none. */
    private int[] target = {};

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void retarget(PendingQueue pending, FinishTimes times) {
        finish = times;
        if (target.length < pending.slots()) {
            target = new int[Math.max(pending.slots(), 2 * target.length)];
        }
        Arrays.fill(target, -1);
        lists.clear(times.devices(), pending.slots());
        int[] replicas = pending.replicas().values();
        pending.forEach(slot -> {
            int device = times.target(
                    replicas, pending.from(slot), pending.to(slot), pending.charged(slot), pending.locked(slot));
            target[slot] = device;
            if (device >= 0) {
                lists.append(device, slot);
            }
        });
    }

    @Override
    public int next(PendingQueue pending, int device, double perByte, double queuedBytes) {
        for (int slot = lists.first(device); slot >= 0; slot = lists.first(device)) {
            if (target[slot] != device) {
                lists.removeFirst(device);
                continue;
            }
            long charged = pending.charged(slot);
            boolean another = finish.anotherBefore(
                    perByte * (queuedBytes + charged),
                    device,
                    pending.replicas().values(),
                    pending.from(slot),
                    pending.to(slot),
                    charged,
                    pending.locked(slot));
            return another ? -1 : slot;
        }
        return -1;
    }

    @Override
    public void removed(int slot) {
        if (slot < target.length) {
            target[slot] = -1;
        }
    }

    @Override
    public int target(int slot) {
        return slot < target.length ? target[slot] : -1;
    }

    @Override
    public String choice() {
        return "is expected to finish it first";
    }
}
