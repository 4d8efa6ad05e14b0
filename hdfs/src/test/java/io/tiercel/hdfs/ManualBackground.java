package io.tiercel.hdfs;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/** Time and threads in the test's hand: nothing runs until the test says so. */
public final class ManualBackground implements BackgroundExecutor {
    private record Later(long at, Runnable task) {}

    private final ArrayDeque<Runnable> ready = new ArrayDeque<>();
    private final List<Later> later = new ArrayList<>();
    private long now = 1_000;

    @Override
    public synchronized void run(Runnable task) {
        ready.add(task);
    }

    @Override
    public synchronized void runAfter(long nanos, Runnable task) {
        later.add(new Later(now + nanos, task));
    }

    @Override
    public synchronized long now() {
        return now;
    }

    @Override
    public void close() {
        ready.clear();
        later.clear();
    }

    /** Runs what is ready, and what that makes ready, in order. */
    public int runReady() {
        int count = 0;
        for (Runnable task = ready.poll(); task != null; task = ready.poll()) {
            task.run();
            count++;
        }
        return count;
    }

    public void runOne() {
        ready.remove().run();
    }

    public void tick() {
        now++;
    }

    public void advanceSeconds(double seconds) {
        now += (long) (seconds * 1e9);
        List<Later> due = later.stream().filter(task -> task.at <= now).toList();
        later.removeAll(due);
        due.forEach(task -> ready.add(task.task));
        runReady();
    }

    public int waiting() {
        return later.size();
    }
}
