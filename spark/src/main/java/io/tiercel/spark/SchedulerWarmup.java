package io.tiercel.spark;

import io.tiercel.assign.AssignmentPolicy;
import io.tiercel.hdfs.locate.BlockLocator;
import io.tiercel.spark.input.ScoreTable;
import java.io.IOException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a first round needs, done before there is one: a stage of made-up input goes through pricing, planning, the policy and
 * the account, and the file system is asked once. Else an application's first stage with located input waits while the
 * driver loads and interprets all of that.
 *
 * <p>On a daemon thread of its own, which nobody waits for. It has no effect but that; nothing that goes wrong in it leaves it.
 */
public final class SchedulerWarmup implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SchedulerWarmup.class);

    private final Thread thread;

    private SchedulerWarmup(Runnable all) {
        thread = new Thread(all, "tiercel-rehearsal");
        thread.setDaemon(true);
    }

    /**
     * Starts it.
     *
     * @param locator made on the thread of the rehearsal
     * @param classes names of further classes that a first round needs
     */
    public static SchedulerWarmup start(
            Supplier<BlockLocator> locator, AssignmentPolicy policy, ScoreTable scores, Iterable<String> classes) {
        SchedulerWarmup rehearsal = new SchedulerWarmup(() -> {
            long start = System.nanoTime();
            quietly("connecting", () -> locator.get().warmUp());
            quietly("loading", () -> load(classes));
            quietly("planning", () -> WarmupStage.run(policy, scores));
            LOG.debug("Rehearsed a first round in {} ms", (System.nanoTime() - start) / 1_000_000);
        });
        rehearsal.thread.start();
        return rehearsal;
    }

    /** A part of it; the others are of use without it. */
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
            LOG.debug("Rehearsing a first round, {}: {}", what, e.toString());
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
