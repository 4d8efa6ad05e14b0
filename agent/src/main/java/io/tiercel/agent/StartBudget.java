package io.tiercel.agent;

import io.tiercel.linux.LockLimit;
import io.tiercel.linux.MemoryRoom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The budget of an agent that starts: what it was given, or what there is room for if that is less. */
final class StartBudget {
    private static final Logger LOG = LoggerFactory.getLogger(StartBudget.class);

    /** Share of the room that the agent may take. The rest is for later needs of the daemon and of others. */
    private static final double ROOM_SHARE = 0.9;

    /** Linux allows 64 KiB, 8 MiB or 64 MiB to processes of which nobody has said anything. A limit that leaves more was set for locks. */
    private static final long DELIBERATE_LIMIT = 64 << 20;

    private StartBudget() {}

    /**
     * Bytes. A lock limit that nobody has set, and that is below the configured budget, does not lower it: then blocks are read into the
     * page cache, without locks.
     *
     * @param room what the machine has left, before the daemon locks anything
     * @param limit of the process
     */
    static long of(MemorySettings settings, MemoryRoom room, LockLimit limit) {
        long wanted = settings.budgetBytes();
        long inRoom = Math.max(0, (long) (ROOM_SHARE * room.bytes()) - settings.daemonBytes());
        if (wanted > inRoom) {
            LOG.warn(
                    "Tiercel brings in at most {} bytes instead of {} ({}): {} leaves no more{}",
                    inRoom,
                    wanted,
                    AgentKeys.BUDGET,
                    room.bound(),
                    beside(settings));
        }
        long budget = Math.min(wanted, inRoom);
        long lockable = limit.bytes() - settings.daemonBytes();
        boolean isSetForLocks = limit.allows(budget) || lockable > DELIBERATE_LIMIT;
        if (limit.allows(budget + settings.daemonBytes()) || lockable <= 0 || !isSetForLocks) {
            return budget;
        }
        LOG.warn(
                "Tiercel brings in at most {} bytes instead of {} ({}): this process may lock {}{}. For more, {}",
                lockable,
                wanted,
                AgentKeys.BUDGET,
                limit.bytes(),
                beside(settings),
                LockLimit.remedy(wanted + settings.daemonBytes()));
        return lockable;
    }

    private static String beside(MemorySettings settings) {
        return settings.daemonBytes() == 0
                ? ""
                : "; the DataNode itself may lock " + settings.daemonBytes() + " bytes of that";
    }
}
