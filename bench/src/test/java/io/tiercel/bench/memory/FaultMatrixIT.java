package io.tiercel.bench.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tiercel.bench.faults.Conductor;
import io.tiercel.testkit.NetworkLink;
import io.tiercel.testkit.RunningSparkApp;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * In the middle of a job that prefetches, harm comes to each part of the cluster in turn. Each time the job tells the right rows, nothing
 * stays pinned, and nobody restarts anything but what was killed. Beside it, stock Spark runs the same job under the same harm, to
 * compare the times, which are printed.
 */
@Order(7)
@Tag("slow")
final class FaultMatrixIT {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final long HARM_NANOS = TimeUnit.SECONDS.toNanos(8);
    private static final long RUNS_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long STANDS_NANOS = TimeUnit.MILLISECONDS.toNanos(180);

    @TempDir
    private static Path records;

    private static MatrixWorld world;
    private static Application stock;
    private static Application tiercel;
    private static final List<String> TABLE = new ArrayList<>();

    /** A driver that waits for its next job. */
    private record Application(Conductor conductor, RunningSparkApp running, boolean isStock) implements AutoCloseable {
        static Application submit(boolean isStock) throws IOException {
            Conductor conductor = new Conductor();
            RunningSparkApp running = world.submit(conductor, isStock);
            conductor.ready();
            return new Application(conductor, running, isStock);
        }

        /** Lets a job go, and returns in the middle of it. */
        void begin() throws IOException {
            conductor.go();
            conductor.awaitLine("ended ", MemoryWorld.NODES);
            if (!isStock) {
                until(() -> world.locked() > 0);
            }
        }

        @Override
        public void close() throws IOException {
            running.close();
            conductor.close();
        }
    }

    @BeforeAll
    static void start() throws IOException {
        world = MatrixWorld.start(records);
        stock = Application.submit(true);
        tiercel = Application.submit(false);
    }

    @AfterAll
    static void stop() throws IOException {
        TABLE.forEach(System.out::println);
        for (Application each : new Application[] {stock, tiercel}) {
            if (each != null) {
                each.close();
            }
        }
        if (world != null) {
            world.close();
        }
    }

    private static void until(Callable<Boolean> condition) {
        await().atMost(PATIENCE).ignoreExceptions().until(condition);
    }

    /** Nothing is in memory, and all know it. A DataNode that was killed may still be coming. */
    private static void cool() {
        until(() -> {
            world.cluster().evictPageCache();
            return world.cached() == 0;
        });
    }

    /** All of them, or those of the victims that {@code -Dtiercel.victims=NAME_NODE,EXECUTOR} names. */
    static Stream<Arguments> cells() {
        List<String> some = List.of(System.getProperty("tiercel.victims", "").split(","));
        return Stream.of(Victim.values())
                .filter(victim -> some.contains("") || some.contains(victim.name()))
                .flatMap(victim -> Stream.of(Harm.values())
                        // Nothing can be put between an executor and its driver.
                        .filter(harm -> harm.ofLinks().isEmpty() || victim != Victim.EXECUTOR)
                        .map(harm -> Arguments.of(victim, harm)));
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("cells")
    void theJobEndsRight(Victim victim, Harm harm) throws Exception {
        stock = alive(stock);
        tiercel = alive(tiercel);
        long without = run(stock, victim, harm);
        long with = run(tiercel, victim, harm);
        TABLE.add("| %s | %s | %.1f s | %.1f s |".formatted(victim.text(), harm.text(), without / 1e9, with / 1e9));
    }

    /** One that a cell before has lost is submitted again, so that each cell speaks for itself. */
    private static Application alive(Application application) throws IOException {
        if (application.running().alive()) {
            return application;
        }
        application.close();
        return Application.submit(application.isStock());
    }

    /** Runs a job under harm; returns its nanoseconds. */
    private static long run(Application application, Victim victim, Harm harm) throws Exception {
        cool();
        long start = System.nanoTime();
        application.begin();
        CompletableFuture<Void> harming = CompletableFuture.runAsync(() -> harm(victim, harm));
        Map<String, Long> rows = MatrixWorld.result(application.conductor());
        long nanos = System.nanoTime() - start;
        assertThat(rows).as("data of seed %d", MatrixWorld.SEED).isEqualTo(world.rows());
        harming.join(); // fails if the harm did not happen
        until(() -> world.locked() == 0);
        if (harm == Harm.KILLED && victim != Victim.NAME_NODE) {
            victim.start(world);
        }
        until(() -> world.agents() == MemoryWorld.NODES);
        return nanos;
    }

    private static void harm(Victim victim, Harm harm) {
        try {
            switch (harm) {
                case KILLED -> {
                    victim.kill(world);
                    if (victim == Victim.NAME_NODE) {
                        // No job goes on without it. This one stays away for a while.
                        LockSupport.parkNanos(HARM_NANOS);
                        victim.start(world);
                    }
                }
                case RESTARTED -> {
                    victim.kill(world);
                    victim.start(world);
                }
                case PAUSED -> {
                    victim.signal(world, "STOP");
                    LockSupport.parkNanos(HARM_NANOS);
                    victim.signal(world, "CONT");
                }
                case SLOW -> slow(victim);
                case DELAYED, DROPPED, HALF_OPEN ->
                    cut(victim.links(world), harm.ofLinks().orElseThrow());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void slow(Victim victim) throws IOException {
        long end = System.nanoTime() + HARM_NANOS;
        while (System.nanoTime() < end) {
            victim.signal(world, "STOP");
            LockSupport.parkNanos(STANDS_NANOS);
            victim.signal(world, "CONT");
            LockSupport.parkNanos(RUNS_NANOS);
        }
    }

    private static void cut(List<NetworkLink> links, NetworkLink.State state) {
        links.forEach(link -> link.state(state));
        LockSupport.parkNanos(HARM_NANOS);
        links.forEach(link -> link.state(NetworkLink.State.PASSING));
    }

    /** The driver's own job is gone then, with Tiercel as without. What it had pinned goes, and it can be submitted again. */
    @Test
    void aDriverThatIsKilledLeavesNothingAndIsSubmittedAgain() throws IOException {
        tiercel.begin();
        tiercel.running().close();
        until(() -> world.locked() == 0);
        tiercel.close();
        tiercel = Application.submit(false);
        cool();
        tiercel.begin();
        assertThat(MatrixWorld.result(tiercel.conductor())).isEqualTo(world.rows());
        until(() -> world.locked() == 0);
    }

    static Stream<Harm> harmsOfDrivers() {
        return Stream.of(Harm.PAUSED, Harm.SLOW, Harm.DELAYED, Harm.DROPPED, Harm.HALF_OPEN);
    }

    @ParameterizedTest(name = "the driver {0}")
    @MethodSource("harmsOfDrivers")
    void aDriverInTroubleEndsItsJobRight(Harm harm) throws IOException {
        List<Long> nanos = new ArrayList<>();
        for (Application each : List.of(stock, tiercel)) {
            cool();
            long start = System.nanoTime();
            each.begin();
            if (harm.ofLinks().isPresent()) {
                cut(List.of(world.driverLink()), harm.ofLinks().get());
            } else {
                long end = System.nanoTime() + HARM_NANOS;
                while (System.nanoTime() < end) {
                    each.running().driver().signal("STOP");
                    LockSupport.parkNanos(harm == Harm.PAUSED ? HARM_NANOS : STANDS_NANOS);
                    each.running().driver().signal("CONT");
                    LockSupport.parkNanos(RUNS_NANOS);
                }
            }
            assertThat(MatrixWorld.result(each.conductor())).isEqualTo(world.rows());
            nanos.add(System.nanoTime() - start);
            until(() -> world.locked() == 0);
        }
        TABLE.add(
                "| the driver | %s | %.1f s | %.1f s |".formatted(harm.text(), nanos.get(0) / 1e9, nanos.get(1) / 1e9));
    }
}
