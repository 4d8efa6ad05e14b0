package io.tiercel.prefetch.model;

import io.tiercel.struct.LongHeap;
import io.tiercel.struct.SlotTimes;
import org.jspecify.annotations.Nullable;

/**
 * Prefetching and execution in one simulation, event by event. Tasks that read from one device share it, and its migrations progress
 * as {@link Contention} says. In Trident, algorithms 4 and 5 are independent.
 *
 * <p>{@link WaitingTasks} decides which task starts next. A task reads its blocks one after the other: from memory if the block is
 * there when the task starts, else from its node's device, else from the fastest tier with the fewest readers. It computes while it
 * reads. A migration ends when the last task that reads the block starts before it.
 */
public final class SharedModel implements JobModel {
    /** Events within this many seconds are simultaneous: ends first, then arrivals, then starts. */
    static final double AT_ONCE = 1e-9;

    private final IndexedJob job;
    private final FluidDevices devices;
    private final MigrationQueues migrations;
    private final WaitingTasks waiting;
    private final LongHeap steady;

    private final SlotTimes slots;
    /** Blocks that arrive without a plan. */
    private final BlockArrivals arriving;

    private final int[] readers;
    private final double[] cpuOfRead;

    private final int[] stillWaiting;
    private final int[] reading;
    private double[] neededAt;
    /** Models migrations without readers; made on first use. */
    private @Nullable PrefetchModel undisturbed;

    // State of the current run.
    private int[] source = {};
    private double[] ready = {};
    private double[] starts = {};
    private double now;
    private double end;
    private int left;
    private int toStart;
    private int arrived;
    private boolean migrationsBegun;

    public SharedModel(IndexedJob job, Contention contention) {
        this.job = job;
        devices = new FluidDevices(contention, job.deviceRate, job.deviceTier, job.tasks());
        migrations = new MigrationQueues(job, devices);
        waiting = new WaitingTasks(job);
        steady = LongHeap.withValues(Math.min(job.tasks(), job.slotsFreeAt.length));
        slots = new SlotTimes(job.slotsFreeAt.length);
        arriving = new BlockArrivals(job.blocks());
        arriving.fill(job.blockReady);
        readers = new int[job.blocks()];
        for (int block : job.readBlock) {
            readers[block]++;
        }
        cpuOfRead = new double[job.readBlock.length];
        for (int t = 0; t < job.tasks(); t++) {
            divideCpu(t);
        }
        stillWaiting = new int[job.blocks()];
        reading = new int[job.tasks()];
        neededAt = new double[job.blocks()];
    }

    /** Divides a task's computing among its reads by bytes, or equally. */
    private void divideCpu(int task) {
        int from = job.firstRead[task];
        int to = job.firstRead[task + 1];
        double bytes = 0;
        for (int r = from; r < to; r++) {
            bytes += job.readBytes[r];
        }
        for (int r = from; r < to; r++) {
            cpuOfRead[r] = job.cpu[task] * (bytes > 0 ? job.readBytes[r] / bytes : 1.0 / (to - from));
        }
    }

    @Override
    public void orderBy(double[] neededAt) {
        this.neededAt = neededAt;
        undisturbed = null;
        migrations.orderBy(neededAt);
    }

    @Override
    public void undisturbed(int[] from, double[] readyAlone) {
        PrefetchModel model = undisturbed;
        if (model == null) {
            model = new PrefetchModel(job, Sharing.ONE_AT_A_TIME, neededAt);
            undisturbed = model;
        }
        model.run(from, readyAlone);
    }

    @Override
    public boolean inMemory(double readyAt, double start) {
        return readyAt <= start;
    }

    @Override
    public double run(int[] from, double delay, double[] readyAt, double[] startsAt) {
        source = from;
        ready = readyAt;
        starts = startsAt;
        System.arraycopy(job.blockReady, 0, ready, 0, ready.length);
        System.arraycopy(readers, 0, stillWaiting, 0, readers.length);
        System.arraycopy(job.firstRead, 0, reading, 0, reading.length);
        devices.clear();
        steady.clear();
        slots.clear();
        for (double freeAt : job.slotsFreeAt) {
            slots.add(Math.max(delay + job.times.initSeconds(), freeAt) + job.times.scheduleSeconds());
        }
        migrations.fill(source);
        waiting.clear(source);
        now = 0;
        end = 0;
        left = job.tasks();
        toStart = left;
        arrived = 0;
        migrationsBegun = false;
        while (left > 0) {
            step();
        }
        return end;
    }

    private void step() {
        double device = devices.nextEnd();
        double begin = migrationsBegun ? Double.POSITIVE_INFINITY : job.times.cacheInitSeconds();
        double arrival = arrived < arriving.size() ? arriving.at(arrived) : Double.POSITIVE_INFINITY;
        double start = toStart > 0 ? slots.least() : Double.POSITIVE_INFINITY;
        double next = Math.min(Math.min(Math.min(device, steady.leastTime()), Math.min(begin, arrival)), start);
        now = Math.max(now, next);
        if (device <= now + AT_ONCE) {
            onDevice(devices.nextDevice());
        } else if (steady.leastTime() <= now + AT_ONCE) {
            read(steady.pollValue());
        } else if (begin <= now + AT_ONCE) {
            migrationsBegun = true;
            devices.beginMigrations(now);
        } else if (arrival <= now + AT_ONCE) {
            waiting.arrived(arriving.block(arrived++));
        } else {
            start();
        }
    }

    private void onDevice(int d) {
        if (devices.isTaskNext(d)) {
            read(devices.endTask(d, now));
            return;
        }
        int block = devices.migrating(d);
        if (block >= 0) {
            ready[block] = now;
            waiting.arrived(block);
        }
        migrations.startNext(d, now);
    }

    private void start() {
        slots.poll();
        toStart--;
        int task = waiting.poll(devices, source);
        starts[task] = now;
        for (int r = job.firstRead[task]; r < job.firstRead[task + 1]; r++) {
            int block = job.readBlock[r];
            if (--stillWaiting[block] == 0 && source[block] >= 0 && ready[block] > now) {
                ready[block] = migrations.giveUp(block, source[block], now);
            }
        }
        if (job.firstRead[task] == job.firstRead[task + 1]) {
            steady.add(now + job.cpu[task], task);
        } else {
            read(task);
        }
    }

    /** A task goes on with its next read, or ends. */
    private void read(int task) {
        if (reading[task] == job.firstRead[task + 1]) {
            end = Math.max(end, now);
            left--;
            waiting.ended(task);
            slots.add(now + job.times.scheduleSeconds());
            return;
        }
        int r = reading[task]++;
        int block = job.readBlock[r];
        double cpu = cpuOfRead[r];
        boolean fromMemory = inMemory(ready[block], starts[task]);
        int device = fromMemory ? -1 : device(block, waiting.home(task));
        if (device < 0) {
            double rate = fromMemory ? Math.max(job.baseRate[block], job.memoryRate) : job.baseRate[block];
            steady.add(now + job.readBytes[r] / rate + cpu, task);
        } else if (job.readBytes[r] == 0 && cpu == 0) {
            steady.add(now, task);
        } else {
            devices.begin(task, device, job.readBytes[r], cpu, now);
        }
    }

    /** The device that a task on node {@code home} reads a block from; -1 if none has it. */
    private int device(int block, int home) {
        int best = -1;
        for (int i = job.firstDevice[block]; i < job.firstDevice[block + 1]; i++) {
            int d = job.devices[i];
            if (best < 0 || isNearer(d, best, home)) {
                best = d;
            }
        }
        return best;
    }

    private boolean isNearer(int d, int than, int home) {
        boolean here = job.deviceNode[d] == home;
        if (here != (job.deviceNode[than] == home)) {
            return here;
        }
        int tiers = job.deviceTier[d].compareTo(job.deviceTier[than]);
        return tiers < 0 || tiers == 0 && devices.readers(d) < devices.readers(than);
    }
}
