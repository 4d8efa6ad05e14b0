package io.tiercel.migrate.bind;

import io.tiercel.migrate.estimate.EstimatorSettings;
import io.tiercel.migrate.ledger.AgentEntry;
import io.tiercel.migrate.ledger.AgentRegistry;
import io.tiercel.migrate.ledger.DeviceEntry;
import java.util.Arrays;

/**
 * When each device would have finished all that is queued on it and targeted at it: the inner loop of DYRS' algorithm 1. In arrays,
 * indexed by the ordinals of devices and agents, because a million blocks pass through it several times a minute.
 */
public final class FinishTimes {
    private final double[] nanosPerByte;
    private final double[] finish;
    private final int[] agentOf;
    private final long[] room;

    /** No device is alive, no agent has room. */
    public FinishTimes(int devices, int agents) {
        nanosPerByte = new double[devices];
        finish = new double[devices];
        agentOf = new int[devices];
        room = new long[agents];
        Arrays.fill(nanosPerByte, Double.POSITIVE_INFINITY);
    }

    public static FinishTimes of(AgentRegistry agents, EstimatorSettings settings, long now) {
        FinishTimes times = new FinishTimes(agents.devices(), agents.known());
        for (AgentEntry agent : agents.alive()) {
            times.room(agent.ordinal, agent.memory().room());
            for (DeviceEntry device : agent.aliveDevices()) {
                if (!device.isHung()) {
                    times.device(
                            device.ordinal,
                            agent.ordinal,
                            device.estimator().nanosPerByte(now),
                            device.queuedBytes(settings, now));
                }
            }
        }
        return times;
    }

    int devices() {
        return finish.length;
    }

    /** @param queuedBytes charged bytes that are bound to the device and not finished */
    public void device(int device, int agent, double perByte, double queuedBytes) {
        agentOf[device] = agent;
        nanosPerByte[device] = perByte;
        finish[device] = perByte * queuedBytes;
    }

    /** Bytes that the agent may still bind, those included that it would have to evict first. */
    public void room(int agent, long bytes) {
        room[agent] = bytes;
    }

    boolean alive(int device) {
        return device < finish.length && nanosPerByte[device] < Double.POSITIVE_INFINITY;
    }

    /**
     * Targets a block at the device that would finish it first, of equal ones the first listed, and counts it there.
     *
     * @param replicas ordinals of devices, from {@code from} until before {@code to}
     * @param charged bytes that the migration is charged as
     * @param locked bytes of memory that it needs
     * @return the device's ordinal; -1 if none is alive and has room
     */
    public int target(int[] replicas, int from, int to, long charged, long locked) {
        int target = -1;
        double earliest = Double.POSITIVE_INFINITY;
        for (int i = from; i < to; i++) {
            int device = replicas[i];
            double end = finish[device] + nanosPerByte[device] * charged;
            if (end < earliest && room[agentOf[device]] >= locked) {
                earliest = end;
                target = device;
            }
        }
        if (target >= 0) {
            finish[target] = earliest;
            room[agentOf[target]] -= locked;
        }
        return target;
    }

    /** The same for a pending block. */
    public int target(PendingQueue pending, int slot) {
        return target(
                pending.replicas().values(),
                pending.from(slot),
                pending.to(slot),
                pending.charged(slot),
                pending.locked(slot));
    }

    /** Nanoseconds until the device has finished all that is counted on it by now. */
    public double finish(int device) {
        return finish[device];
    }

    /** Whether another device than {@code asking} would finish the block before {@code end}, even after all that is counted on it. */
    boolean anotherBefore(double end, int asking, PendingQueue pending, int slot) {
        int[] replicas = pending.replicas().values();
        for (int i = pending.from(slot); i < pending.to(slot); i++) {
            int device = replicas[i];
            if (device != asking
                    && alive(device)
                    && room[agentOf[device]] >= pending.locked(slot)
                    && finish[device] + nanosPerByte[device] * pending.charged(slot) < end) {
                return true;
            }
        }
        return false;
    }
}
