package io.tiercel.migrate.bind;

/**
 * The load balancing that DYRS is compared with (section V-F3): any device with a free place in its queue gets the first
 * pending block that it holds, however slow it is.
 */
public final class NaiveBinder extends MigrationBinder {
    public static final String NAME = "naive";

    /** Indices into the pool of replicas: a block is in the list of each device that holds it. */
    private final SlotLists lists = new SlotLists();

    private int[] slotAt = {};

    @Override
    public void retarget(PendingQueue pending, FinishTimes finish) {
        int bound = pending.replicas().end();
        if (slotAt.length < bound) {
            slotAt = new int[Math.max(bound, 2 * slotAt.length)];
        }
        lists.clear(finish.devices(), bound);
        int[] replicas = pending.replicas().values();
        pending.forEach(slot -> {
            for (int at = pending.from(slot); at < pending.to(slot); at++) {
                slotAt[at] = slot;
                lists.append(replicas[at], at);
            }
        });
    }

    @Override
    public int next(PendingQueue pending, int device, double perByte, double queuedBytes) {
        for (int at = lists.first(device); at >= 0; at = lists.first(device)) {
            int slot = slotAt[at];
            // The slot or the place in the pool may be another block's by now, which is as good if this device holds
            // it.
            if (pending.isPending(slot)
                    && pending.from(slot) <= at
                    && at < pending.to(slot)
                    && pending.replicas().values()[at] == device) {
                return slot;
            }
            lists.removeFirst(device);
        }
        return -1;
    }

    @Override
    public String choice() {
        return "has a copy";
    }
}
