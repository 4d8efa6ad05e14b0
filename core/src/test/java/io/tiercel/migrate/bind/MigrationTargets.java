package io.tiercel.migrate.bind;

import io.tiercel.migrate.Migrations;
import io.tiercel.migrate.ledger.DeviceId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * DYRS' algorithm 1: takes the pending blocks in order and targets each at the replica whose device would finish it first. The
 * finish time counts all that is queued on the device or targeted at it. Ties go to the replica that is listed first.
 *
 * <p>Departures: times are per byte, for blocks differ in size, so a finish time is kept without "one more block" and that one
 * is added when it is looked at, which is the same for blocks of equal size. Times are per device, not per node, since
 * each device migrates on its own. Memory is left out here; {@link Migrations} lets a device stand back whose agent has no room.
 */
public final class MigrationTargets {
    private final List<Target> targets;

    private MigrationTargets(List<Target> targets) {
        this.targets = targets;
    }

    /**
     * Where a block is to be migrated.
     *
     * @param device index in the list of devices; empty if none of them holds a replica
     * @param finish nanoseconds from now until it is expected to be in memory; infinite without a device
     */
    public record Target(OptionalInt device, double finish) {
        static final Target NONE = new Target(OptionalInt.empty(), Double.POSITIVE_INFINITY);
    }

    /** Targets for {@code pending}, in that order, on {@code devices}; replicas on other devices are not looked at. */
    public static MigrationTargets of(List<PendingMigration> pending, List<DeviceLoad> devices) {
        Map<DeviceId, Integer> ordinals = new HashMap<>();
        FinishTimes finish = new FinishTimes(devices.size(), 1);
        finish.room(0, Long.MAX_VALUE);
        for (DeviceLoad load : devices) {
            int device = ordinals.size();
            if (ordinals.putIfAbsent(load.device(), device) != null) {
                throw new IllegalArgumentException("devices: " + load.device() + " is listed twice");
            }
            finish.device(device, 0, load.nanosPerByte(), load.queuedBytes());
        }
        List<Target> targets = new ArrayList<>(pending.size());
        for (PendingMigration each : pending) {
            int[] replicas = each.replicas().stream()
                    .filter(ordinals::containsKey)
                    .mapToInt(ordinals::get)
                    .toArray();
            int device = finish.target(replicas, 0, replicas.length, each.bytes(), 0);
            targets.add(device < 0 ? Target.NONE : new Target(OptionalInt.of(device), finish.finish(device)));
        }
        return new MigrationTargets(List.copyOf(targets));
    }

    /** One for each pending block, in their order. */
    public List<Target> targets() {
        return targets;
    }
}
