package io.tiercel.spark;

import io.tiercel.assign.AssignmentPolicy;
import io.tiercel.hdfs.locate.BlockLocator;
import io.tiercel.spark.input.ScoreTable;
import java.io.IOException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Warms up the scheduler when the driver starts: a made-up stage goes through pricing, planning, the policy and the statistics,
 * and the file system is asked once. Otherwise the first stage with located input waits while the driver loads and interprets
 * that code.
 *
 * <p>Runs on a daemon thread that nobody waits for. It has no other effect, and errors do not leave it.
 */
public final class SchedulerWarmup implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SchedulerWarmup.class);

    private final Thread thread;

    private SchedulerWarmup(Runnable all) {
        thread = new Thread(all, "tiercel-warm-up");
        thread.setDaemon(true);
    }

    /**
     * Starts it.
     *
     * @param locator called on the thread of the warm-up
     * @param classes names of further classes to load
     */
    public static SchedulerWarmup start(
            Supplier<BlockLocator> locator, AssignmentPolicy policy, ScoreTable scores, Iterable<String> classes) {
        SchedulerWarmup warmup = new SchedulerWarmup(() -> {
            long start = System.nanoTime();
            quietly("connecting", () -> locator.get().warmUp());
            quietly("loading", () -> load(classes));
            quietly("planning", () -> WarmupStage.run(policy, scores));
            LOG.debug("Warmed up the scheduler in {} ms", (System.nanoTime() - start) / 1_000_000);
        });
        warmup.thread.start();
        return warmup;
    }

    /** One step; the others are of use without it. */
    @FunctionalInterface
    private interface Part {
        void play() throws IOException, ReflectiveOperationException;
    }

    private static void quietly(String what, Part part) {
        if (Thread.currentThread().isInterrupted()) {
            return;
        }
        try {
            part.play();
        } catch (Exception | LinkageError | AssertionError | StackOverflowError e) {
            LOG.debug("Warming up the scheduler, {}: {}", what, e.toString());
        }
    }

    private static void load(Iterable<String> classes) throws ClassNotFoundException {
        for (String name : classes) {
            Class.forName(name, true, SchedulerWarmup.class.getClassLoader());
        }
    }

    /** Waits for its end. */
    public void await() throws InterruptedException {
        thread.join();
    }

    /** Ends it, if it is still going on; does not wait for that. */
    @Override
    public void close() {
        thread.interrupt();
    }
}
