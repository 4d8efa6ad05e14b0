package io.tiercel.migrate.bind;

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

    @Override
    public void retarget(PendingQueue pending, FinishTimes times) {
        finish = times;
        reserve(pending.slots());
        lists.clear(times.devices(), pending.slots());
        pending.forEach(slot -> {
            int device = times.target(pending, slot);
            target(slot, device);
            if (device >= 0) {
                lists.append(device, slot);
            }
        });
    }

    @Override
    public int next(PendingQueue pending, int device, double perByte, double queuedBytes) {
        for (int slot = lists.first(device); slot >= 0; slot = lists.first(device)) {
            if (target(slot) != device) {
                lists.removeFirst(device);
                continue;
            }
            double end = perByte * (queuedBytes + pending.charged(slot));
            return finish.anotherBefore(end, device, pending, slot) ? -1 : slot;
        }
        return -1;
    }

    @Override
    public String choice() {
        return "is expected to finish it first";
    }
}
