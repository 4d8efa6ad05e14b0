package io.tiercel.migrate.bind;

import io.tiercel.migrate.ledger.BlockEntry;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.SplittableRandom;

/**
 * Ignem, as DYRS describes it (section VI): a replica is chosen at random as soon as the block is asked for, and each device works
 * off what fell to it in that order.
 *
 * <p>Departure: what was chosen is handed over as the agent's queue drains, not all at once. That changes neither the
 * choice nor the order, so nothing ends earlier or later, and a block whose agent dies can be chosen for anew.
 */
public final class IgnemBinder extends MigrationBinder {
    public static final String NAME = "ignem";

    private final SplittableRandom random;
    private final Map<Integer, Queue<BlockEntry>> queues = new HashMap<>();

    /** @param seed the same seed and the same calls, the same choices */
    public IgnemBinder(long seed) {
        random = new SplittableRandom(seed);
    }

    @Override
    public void retarget(PendingQueue pending, FinishTimes finish) {
        reserve(pending.slots());
        pending.forEach(slot -> {
            if (target(slot) < 0 || !finish.alive(target(slot))) {
                int device = choose(pending, slot, finish);
                target(slot, device);
                if (device >= 0) {
                    queues.computeIfAbsent(device, none -> new ArrayDeque<>()).add(pending.entry(slot));
                }
            }
        });
    }

    private int choose(PendingQueue pending, int slot, FinishTimes finish) {
        int[] replicas = pending.replicas().values();
        int choice = -1;
        int alive = 0;
        for (int at = pending.from(slot); at < pending.to(slot); at++) {
            if (finish.alive(replicas[at]) && random.nextInt(++alive) == 0) {
                choice = replicas[at];
            }
        }
        return choice;
    }

    @Override
    public int next(PendingQueue pending, int device, double perByte, double queuedBytes) {
        Queue<BlockEntry> queue = queues.get(device);
        while (queue != null && !queue.isEmpty()) {
            int slot = queue.element().slot();
            if (slot >= 0 && target(slot) == device) {
                return slot;
            }
            queue.remove();
        }
        return -1;
    }

    @Override
    public String choice() {
        return "was chosen for it at random";
    }
}
