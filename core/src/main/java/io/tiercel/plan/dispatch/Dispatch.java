package io.tiercel.plan.dispatch;

import io.tiercel.assign.Reason;
import java.util.Arrays;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * One round of a stage: which waiting task a free slot gets, or none.
 *
 * <p>Tasks whose input is on its way into memory start after all others. A read starts only if its devices have room for one more
 * reader. A node serves its device that is furthest behind, else its longest task. A slot without such a task takes one that ends sooner
 * there than where the plan has it. Where nobody has measured the devices, it takes one of a crowded device. Else the slot is held until a
 * device has room.
 *
 * <p>A slot is held for {@link PlannedStage#leastHold} seconds. If the task would run longer alone, it is held for that long (the
 * ski-rental rule), but for ten times {@code leastHold} at most. If the whole stage starts nothing for so long, its tasks take any slot.
 */
public final class Dispatch {
    /** Tasks of a queue that are looked at for a read over the network. */
    private static final int FEW = 4;
    /** Queues that are looked at for a task to read over the network. */
    private static final int FAR_QUEUES = 6;
    /** A task leaves its place in the plan, where a slot is free but its device is busy, to end so much sooner; by parts of its time. */
    private static final double GAIN = 0.05;

    private static final double FAR_GAIN = 0.1;
    /** If its planned node has no free slot, a task may move although it ends up to this part later: nobody knows when a slot becomes free. */
    private static final double MORE_IF_BUSY = 0.1;

    private static final double FAR_MORE_IF_BUSY = 0;
    /** A device bounds its node if its queue takes longer than this part of the node's. */
    private static final double CRITICAL = 0.9;

    /** A slot is held for at most so many times the least hold, for however long its task would run: estimates may be absurd. */
    private static final double MOST_HOLD = 10;

    /** For how long a stage waits for its plan at least: seconds. */
    private static final double PLANNING = 1;

    /** Shortest time until a round is asked for again: seconds. */
    private static final double SOON = 0.05;

    private final PlannedStage stage;
    private final StageInputs reads;
    private final ClusterLoad load;
    private final LoadSurvey survey;
    private final EndEstimates ends;
    private final int[] free;
    private final IntPredicate offered;
    /** Whether the last task was started only because the whole stage had started nothing for too long. */
    private boolean isForced;

    private final double now;
    private final boolean awaitsAny;
    private int @Nullable [] furthestBehind;

    /** A task that gets a slot, and why there. */
    public record Start(int task, int node, Reason reason) {}

    Dispatch(PlannedStage stage, LoadSurvey survey, int[] free, IntPredicate offered, double now) {
        this.offered = offered;
        this.stage = stage;
        this.reads = stage.reads;
        this.load = stage.load;
        this.survey = survey;
        this.ends = new EndEstimates(stage, survey, free);
        this.free = free;
        this.now = now;
        this.awaitsAny = stage.awaitsAny();
    }

    /**
     * Gives a free slot of a node to a task.
     *
     * @param allowed whether a task still waits and may run on the slot
     * @return null if the slot stays free
     */
    public @Nullable Start start(int node, IntPredicate allowed) {
        if (!isOpen(node)) {
            return null;
        }
        isForced = false;
        Start start = pick(node, allowed);
        return begin(node, start == null ? held(node, allowed) : start);
    }

    /**
     * The same for engines that neither hold the slot nor fill it with any task.
     *
     * @return null if the plan has no reason for a task on the node
     */
    public @Nullable Start startPlanned(int node, IntPredicate allowed) {
        isForced = false;
        return isOpen(node) ? begin(node, pick(node, allowed)) : null;
    }

    private boolean isOpen(int node) {
        return free[node] > 0 && offered.test(node) && !stage.pending.isEmpty();
    }

    private @Nullable Start begin(int node, @Nullable Start start) {
        if (start != null) {
            free[node]--;
            survey.addNew(stage.start(start.task(), node, now, !isForced));
        }
        return start;
    }

    /**
     * The task for a slot that is not held. Tasks that wait for nothing but a slot or a device go before those whose input is on its way
     * into memory.
     */
    private @Nullable Start pick(int node, IntPredicate allowed) {
        Start start = null;
        boolean mayTakeAwaited = true;
        if (awaitsAny) {
            IntPredicate ready = task -> !stage.isAwaited(task) && allowed.test(task);
            start = pickNow(node, ready);
            mayTakeAwaited = start == null && crowded(node, ready) == StageInputs.NONE;
        }
        if (start == null && mayTakeAwaited) {
            start = pickNow(node, allowed);
        }
        return start;
    }

    /** The same among some tasks. */
    private @Nullable Start pickNow(int node, IntPredicate allowed) {
        int roomy = StageInputs.NONE;
        for (int device : load.devicesByNode()[node]) {
            int task = stage.queues.firstAllowed(device, allowed);
            if (task != StageInputs.NONE && ends.hasRoom(stage.queues.planned[task])) {
                roomy = better(roomy, task);
            }
        }
        if (roomy != StageInputs.NONE) {
            return new Start(roomy, node, Reason.PLANNED);
        }
        int unplaced =
                stage.queues.firstAllowed(stage.queues.unplaced(), task -> runsAnywhere(task) && allowed.test(task));
        if (unplaced != StageInputs.NONE) {
            return new Start(unplaced, node, Reason.NO_PREFERENCE);
        }
        Start sooner = soonerHere(node, allowed);
        if (sooner != null) {
            return sooner;
        }
        int crowded = crowded(node, allowed);
        sooner = soonerOverNetwork(node, crowded, allowed);
        if (sooner != null) {
            return sooner;
        }
        // Nobody knows whether one reader more costs a device bandwidth that nobody has measured.
        return crowded != StageInputs.NONE && (stage.leastHold < 0 || !ends.isMeasured(stage.queues.planned[crowded]))
                ? new Start(crowded, node, Reason.PLANNED)
                : null;
    }

    /** The next task of a node none of whose devices has room. */
    private int crowded(int node, IntPredicate allowed) {
        int crowded = StageInputs.NONE;
        for (int device : load.devicesByNode()[node]) {
            int task = stage.queues.firstAllowed(device, allowed);
            if (task != StageInputs.NONE) {
                crowded = ends.isMeasured(stage.queues.planned[task])
                        ? better(crowded, task)
                        : lessCrowded(crowded, task);
            }
        }
        return crowded;
    }

    /** The task whose device has fewer readers for its size; else the better one. */
    private int lessCrowded(int one, int other) {
        if (one == StageInputs.NONE) {
            return other;
        }
        int difference = Double.compare(ends.crowd(stage.queues.queueOf(one)), ends.crowd(stage.queues.queueOf(other)));
        return difference == 0 ? better(one, other) : difference < 0 ? one : other;
    }

    /**
     * Whether a task that the plan has on no node may start on any: it reads from shared storage, or nobody has its input. If its input has
     * begun to come since the plan was made, the next plan has it where that goes.
     */
    private boolean runsAnywhere(int task) {
        return reads.runsAnywhere(task) ? !stage.awaitsPlan(task, now) : isHomeless(task);
    }

    /** Whether no node with slots has input of a task. If one has, it has come since the plan was made, and another plan follows. */
    private boolean isHomeless(int task) {
        for (int option = reads.firstOption[task]; option < reads.firstOption[task + 1]; option++) {
            if (load.slots(reads.node[option]) > 0 && !stage.barred.containsKey(task)) {
                return false;
            }
        }
        return true;
    }

    /**
     * The task whose device bounds the node and is furthest behind; else the longer one. While input is on its way, the shorter one: agents
     * read from a disk only while no task does.
     */
    private int better(int one, int other) {
        if (one == StageInputs.NONE) {
            return other;
        }
        if (awaitsAny) {
            return alone(one) <= alone(other) ? one : other;
        }
        int difference = Double.compare(behind(one), behind(other));
        if (difference == 0) {
            difference = Double.compare(alone(one), alone(other));
        }
        return difference < 0 ? other : one;
    }

    private double behind(int task) {
        double queue = ends.drain(stage.queues.queueOf(task));
        return queue > CRITICAL * ends.work(reads.node[stage.queues.planned[task]]) ? queue : 0;
    }

    private double alone(int task) {
        return load.alone(reads, stage.queues.planned[task]);
    }

    /** A task with input here that is planned elsewhere. */
    private @Nullable Start soonerHere(int node, IntPredicate allowed) {
        int best = StageInputs.NONE;
        double most = Double.NEGATIVE_INFINITY;
        for (int option : stage.optionsOn[node]) {
            int task = reads.taskOf[option];
            int planned = stage.queues.planned[task];
            if (planned == StageInputs.NONE || planned == option || !ends.hasRoom(option) || !allowed.test(task)) {
                continue;
            }
            double there = ends.wherePlanned(task);
            double here = ends.at(option);
            if (isSooner(planned, here, there, GAIN, MORE_IF_BUSY) && there - here > most) {
                most = there - here;
                best = task;
            }
        }
        return best == StageInputs.NONE ? null : new Start(best, node, Reason.SOONER_HERE);
    }

    /** @param own the next task of the node's own, on a crowded device. If it would end sooner even there, it gets the slot in a moment */
    private @Nullable Start soonerOverNetwork(int node, int own, IntPredicate allowed) {
        double ownEnd = own == StageInputs.NONE ? Double.POSITIVE_INFINITY : ends.at(stage.queues.planned[own]);
        int best = StageInputs.NONE;
        double most = Double.NEGATIVE_INFINITY;
        for (int device : furthestBehind()) {
            for (int task : stage.queues.first(device, FEW)) {
                if (reads.optionOn(task, node) != StageInputs.NONE || !allowed.test(task)) {
                    continue;
                }
                // Transfers fill the link: a second read of what a cache has, or gets, would delay them.
                if (awaitsAny && readsSharedStorage(task)) {
                    continue;
                }
                double there = ends.wherePlanned(task);
                double here = ends.far(task, node);
                if (here < ownEnd
                        && isSooner(stage.queues.planned[task], here, there, FAR_GAIN, FAR_MORE_IF_BUSY)
                        && there - here > most) {
                    most = there - here;
                    best = task;
                }
            }
        }
        return best == StageInputs.NONE ? null : new Start(best, node, Reason.SOONER_OVER_NETWORK);
    }

    private boolean readsSharedStorage(int task) {
        return reads.knowsFar(task) && load.model().isShared(reads.farDevice[reads.firstFar[task]]);
    }

    private boolean isSooner(int planned, double here, double there, double gain, double moreIfBusy) {
        return here < there * (free[reads.node[planned]] > 0 ? 1 - gain : 1 + moreIfBusy);
    }

    /** Devices with waiting tasks that will be done last. */
    private int[] furthestBehind() {
        int[] known = furthestBehind;
        if (known == null) {
            known = lastDone();
            furthestBehind = known;
        }
        return known;
    }

    /** Inserts one device after the other into a short list, the last to be done first. */
    private int[] lastDone() {
        int[] devices = new int[FAR_QUEUES];
        double[] seconds = new double[FAR_QUEUES];
        int count = 0;
        for (int device = 0; device < load.model().devices(); device++) {
            double time = stage.queues.isEmpty(device) ? Double.NEGATIVE_INFINITY : ends.device(device);
            if (time == Double.NEGATIVE_INFINITY || (count == FAR_QUEUES && time <= seconds[count - 1])) {
                continue;
            }
            int at = count < FAR_QUEUES ? count++ : count - 1;
            for (; at > 0 && seconds[at - 1] < time; at--) {
                devices[at] = devices[at - 1];
                seconds[at] = seconds[at - 1];
            }
            devices[at] = device;
            seconds[at] = time;
        }
        return Arrays.copyOf(devices, count);
    }

    /** The task for which a slot was held, once that has lasted long enough. */
    private @Nullable Start held(int node, IntPredicate allowed) {
        int crowded = crowded(node, allowed);
        if (crowded == StageInputs.NONE) {
            stage.heldSince[node] = Double.NaN;
        } else {
            if (Double.isNaN(stage.heldSince[node])) {
                stage.heldSince[node] = now;
            }
            if (now - stage.heldSince[node] >= longestHold(crowded)) {
                return new Start(crowded, node, Reason.HELD_LONG_ENOUGH);
            }
        }
        int task = anyTask(node, allowed);
        isForced = task != StageInputs.NONE;
        return isForced ? new Start(task, node, Reason.HELD_LONG_ENOUGH) : null;
    }

    /** A task for a slot of any node, one with input there if possible, once the whole stage has started nothing for long enough. */
    private int anyTask(int node, IntPredicate allowed) {
        int first = stage.pending.nextSetBit(0);
        int local = first >= 0 && hasWaited(first) ? localTask(node, allowed) : StageInputs.NONE;
        if (local != StageInputs.NONE) {
            return local;
        }
        for (int task = first; task >= 0 && hasWaited(task); task = stage.pending.nextSetBit(task + 1)) {
            if (allowed.test(task)) {
                return task;
            }
        }
        return StageInputs.NONE;
    }

    /** Whether the stage has started nothing for as long as a slot may be held for a task. */
    private boolean hasWaited(int task) {
        double longest = stage.isPlanning() ? Math.max(PLANNING, longestHold(task)) : longestHold(task);
        return now - stage.idleSince() >= longest;
    }

    private int localTask(int node, IntPredicate allowed) {
        for (int option : stage.optionsOn[node]) {
            int task = reads.taskOf[option];
            if (stage.pending.get(task) && allowed.test(task)) {
                return task;
            }
        }
        return StageInputs.NONE;
    }

    private double longestHold(int task) {
        if (stage.leastHold < 0) {
            return 0;
        }
        double alone = stage.queues.planned[task] == StageInputs.NONE ? 0 : alone(task);
        return Math.max(stage.leastHold, Math.min(alone, MOST_HOLD * stage.leastHold));
    }

    /** Whether a slot of a node is held for a task of its own. */
    public boolean isHeld(int node) {
        return free[node] > 0 && !Double.isNaN(stage.heldSince[node]);
    }

    /** When the next round may start a task although nothing has ended: seconds; infinity if no task waits. */
    public double nextDeadline() {
        int waiting = stage.pending.nextSetBit(0);
        double first = waiting < 0
                ? Double.POSITIVE_INFINITY
                : Math.min(stage.idleSince() + longestHold(waiting), stage.planAwaitedUntil(now));
        for (int node = 0; node < free.length; node++) {
            if (isHeld(node)) {
                first = Math.min(first, holdEnds(node));
            }
        }
        return Math.max(now + SOON, Math.min(first, waiting < 0 ? first : stage.replansAt()));
    }

    /** When a device may have room for the task for which a slot of a node is held, or the hold has lasted long enough. */
    private double holdEnds(int node) {
        double first = Double.POSITIVE_INFINITY;
        for (int device : load.devicesByNode()[node]) {
            for (int task : stage.queues.first(device, 1)) {
                first = Math.min(first, stage.heldSince[node] + longestHold(task));
                first = Math.min(first, now + ends.roomIn(device));
            }
        }
        return first;
    }
}
