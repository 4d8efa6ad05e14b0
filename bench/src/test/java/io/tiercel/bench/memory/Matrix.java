package io.tiercel.bench.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tiercel.bench.faults.Conductor;
import io.tiercel.testkit.NetworkLink;
import io.tiercel.testkit.RunningSparkApp;
import io.tiercel.testkit.lab.ProcessClocks;
import io.tiercel.testkit.process.Daemon;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Runs the same job under the same trouble on stock Spark and with Tiercel: all rows are right, nothing stays pinned. Prints both times. */
final class Matrix implements AutoCloseable {
    static final long HARM_NANOS = TimeUnit.SECONDS.toNanos(8);
    private static final long RUNS_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long STANDS_NANOS = TimeUnit.MILLISECONDS.toNanos(180);
    private static final Duration CLOCK_STEP = Duration.ofHours(1);
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final MatrixWorld world;
    private final List<String> table = new ArrayList<>();
    private Application stock;
    private Application tiercel;

    /** Something that happens in the middle of a job. */
    interface Trouble {
        void happen() throws IOException;
    }

    /** A driver that waits for its next job. */
    private record Application(Conductor conductor, RunningSparkApp running, boolean isStock) implements AutoCloseable {
        @Override
        public void close() throws IOException {
            running.close();
            conductor.close();
        }
    }

    private Matrix(MatrixWorld world) throws IOException {
        this.world = world;
        this.stock = submit(true);
        this.tiercel = submit(false);
    }

    static Matrix of(MatrixWorld world) throws IOException {
        try {
            return new Matrix(world);
        } catch (IOException | RuntimeException e) {
            world.close();
            throw e;
        }
    }

    private Application submit(boolean isStock) throws IOException {
        Conductor conductor = new Conductor();
        RunningSparkApp running = world.submit(conductor, isStock);
        conductor.ready();
        return new Application(conductor, running, isStock);
    }

    static void until(Callable<Boolean> condition) {
        await().atMost(PATIENCE).ignoreExceptions().until(condition);
    }

    /** Nothing is in memory, and all know it. A DataNode that was killed may still be coming. */
    private void cool() {
        until(() -> {
            world.cluster().evictPageCache();
            return world.cached() == 0;
        });
    }

    /** Lets a job go, and returns in the middle of it. */
    private void begin(Application application) throws IOException {
        application.conductor().go();
        application.conductor().awaitLine("ended ", MemoryWorld.NODES);
        if (!application.isStock()) {
            until(() -> world.locked() > 0);
        }
    }

    /** Checks the cell of a victim and the harm that comes to it. */
    void check(Victim victim, Harm harm) throws IOException {
        check(victim.text(), harm.text(), () -> come(harm, victim), () -> {
            if (harm == Harm.KILLED && !victim.mustComeBack()) {
                victim.start(world);
            }
        });
    }

    private void come(Harm harm, Victim victim) throws IOException {
        switch (harm) {
            case KILLED -> {
                victim.kill(world);
                if (victim.mustComeBack()) {
                    LockSupport.parkNanos(HARM_NANOS);
                    victim.start(world);
                }
            }
            case RESTARTED -> {
                victim.kill(world);
                victim.start(world);
            }
            case PAUSED, SLOW -> standStill(harm, signal -> victim.signal(world, signal));
            case WITHOUT_FILES -> {
                victim.letOpenFiles(world, false);
                LockSupport.parkNanos(HARM_NANOS);
                victim.letOpenFiles(world, true);
            }
            case CLOCK -> setClocks(victim.processes(world));
            case DELAYED, DROPPED, HALF_OPEN ->
                cut(victim.links(world), harm.ofLinks().orElseThrow());
        }
    }

    private void setClocks(List<ProcessHandle> processes) {
        ProcessClocks clocks = world.clocks().orElseThrow();
        processes.forEach(process -> clocks.set(process, CLOCK_STEP));
        LockSupport.parkNanos(HARM_NANOS / 2);
        processes.forEach(process -> clocks.set(process, CLOCK_STEP.negated()));
        LockSupport.parkNanos(HARM_NANOS / 2);
        processes.forEach(process -> clocks.set(process, Duration.ZERO));
    }

    private static void cut(List<NetworkLink> links, NetworkLink.State state) {
        links.forEach(link -> link.state(state));
        LockSupport.parkNanos(HARM_NANOS);
        links.forEach(link -> link.state(NetworkLink.State.PASSING));
    }

    private interface Signals {
        void send(String signal) throws IOException;
    }

    /** Once for the whole time, or again and again with moments in between. */
    private static void standStill(Harm harm, Signals process) throws IOException {
        long nanosEach = harm == Harm.PAUSED ? HARM_NANOS : STANDS_NANOS;
        long end = System.nanoTime() + HARM_NANOS;
        while (System.nanoTime() < end) {
            process.send("STOP");
            LockSupport.parkNanos(nanosEach);
            process.send("CONT");
            LockSupport.parkNanos(RUNS_NANOS);
        }
    }

    /**
     * Checks one cell of other trouble.
     *
     * @param trouble returns when it is over
     * @param afterwards what somebody has to do when the job has ended
     */
    void check(String victim, String harm, Trouble trouble, Trouble afterwards) throws IOException {
        stock = alive(stock);
        tiercel = alive(tiercel);
        long without = run(stock, trouble, afterwards);
        long with = run(tiercel, trouble, afterwards);
        table.add("| %s | %s | %.1f s | %.1f s |".formatted(victim, harm, without / 1e9, with / 1e9));
    }

    /** One that a cell before has lost is submitted again, so that each cell speaks for itself. */
    private Application alive(Application application) throws IOException {
        if (application.running().alive()) {
            return application;
        }
        application.close();
        return submit(application.isStock());
    }

    /** Runs a job in trouble; returns its nanoseconds. */
    private long run(Application application, Trouble trouble, Trouble afterwards) throws IOException {
        cool();
        long start = System.nanoTime();
        begin(application);
        CompletableFuture<Void> happening = CompletableFuture.runAsync(() -> {
            try {
                trouble.happen();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        Map<String, Long> rows = MatrixWorld.result(application.conductor());
        long nanos = System.nanoTime() - start;
        assertThat(rows).as("data of seed %d", MatrixWorld.SEED).isEqualTo(world.rows());
        happening.join(); // fails if it did not happen
        until(() -> world.locked() == 0);
        afterwards.happen();
        until(() -> world.agents() == MemoryWorld.NODES);
        return nanos;
    }

    /** The same with harm to the application's driver. */
    void checkDrivers(Harm harm) throws IOException {
        stock = alive(stock);
        tiercel = alive(tiercel);
        long without = run(stock, () -> come(harm, stock.running().driver()), () -> {});
        long with = run(tiercel, () -> come(harm, tiercel.running().driver()), () -> {});
        table.add("| the driver | %s | %.1f s | %.1f s |".formatted(harm.text(), without / 1e9, with / 1e9));
    }

    private void come(Harm harm, Daemon driver) throws IOException {
        if (harm.ofLinks().isPresent()) {
            cut(List.of(world.driverLink()), harm.ofLinks().get());
        } else if (harm == Harm.CLOCK) {
            setClocks(List.of(driver.handle()));
        } else {
            standStill(harm, driver::signal);
        }
    }

    /** Kills the driver of a job, which ends the job on stock Spark too. Its blocks are unpinned, and it can be submitted again. */
    void checkKilledDriver() throws IOException {
        tiercel = alive(tiercel);
        cool();
        begin(tiercel);
        tiercel.running().close();
        until(() -> world.locked() == 0);
        tiercel = alive(tiercel);
        cool();
        begin(tiercel);
        assertThat(MatrixWorld.result(tiercel.conductor())).isEqualTo(world.rows());
        until(() -> world.locked() == 0);
    }

    @Override
    public void close() throws IOException {
        table.forEach(System.out::println);
        stock.close();
        tiercel.close();
        world.close();
    }
}
