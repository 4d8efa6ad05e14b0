package io.tiercel.bench.memory;

import io.tiercel.testkit.NetworkLink;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
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
    static final long HARM_NANOS = TimeUnit.SECONDS.toNanos(8);
    private static final long RUNS_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long STANDS_NANOS = TimeUnit.MILLISECONDS.toNanos(180);

    @TempDir
    private static Path records;

    private static MatrixWorld world;
    private static Matrix matrix;

    @BeforeAll
    static void start() throws IOException {
        world = MatrixWorld.start(records, builder -> builder);
        matrix = Matrix.of(world);
    }

    @AfterAll
    static void stop() throws IOException {
        if (matrix != null) {
            matrix.close();
        }
    }

    /** All of them, or those of the victims that {@code -Dtiercel.victims=NAME_NODE,EXECUTOR} names. */
    static Stream<Arguments> cells() {
        List<String> some = List.of(System.getProperty("tiercel.victims", "").split(","));
        return Stream.of(Victim.values())
                .filter(victim -> some.contains("") || some.contains(victim.name()))
                .flatMap(victim -> Stream.of(Harm.values())
                        .filter(harm -> harm.mayComeTo(victim))
                        .map(harm -> Arguments.of(victim, harm)));
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("cells")
    void theJobEndsRight(Victim victim, Harm harm) throws IOException {
        matrix.check(victim.text(), harm.text(), () -> harm(victim, harm), () -> {
            if (harm == Harm.KILLED && victim != Victim.NAME_NODE) {
                victim.start(world);
            }
        });
    }

    private static void harm(Victim victim, Harm harm) throws IOException {
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
            case PAUSED, SLOW -> standStill(harm, signal -> victim.signal(world, signal));
            case WITHOUT_FILES -> {
                victim.letOpenFiles(world, false);
                LockSupport.parkNanos(HARM_NANOS);
                victim.letOpenFiles(world, true);
            }
            case DELAYED, DROPPED, HALF_OPEN ->
                cut(victim.links(world), harm.ofLinks().orElseThrow());
        }
    }

    private static void cut(List<NetworkLink> links, NetworkLink.State state) {
        links.forEach(link -> link.state(state));
        LockSupport.parkNanos(HARM_NANOS);
        links.forEach(link -> link.state(NetworkLink.State.PASSING));
    }

    @Test
    void aDriverThatIsKilledLeavesNothingAndIsSubmittedAgain() throws IOException {
        matrix.checkKilledDriver();
    }

    static Stream<Harm> harmsOfDrivers() {
        return Stream.of(Harm.PAUSED, Harm.SLOW, Harm.DELAYED, Harm.DROPPED, Harm.HALF_OPEN);
    }

    @ParameterizedTest(name = "the driver {0}")
    @MethodSource("harmsOfDrivers")
    void aDriverInTroubleEndsItsJobRight(Harm harm) throws IOException {
        matrix.checkDrivers(harm.text(), application -> {
            if (harm.ofLinks().isPresent()) {
                cut(List.of(world.driverLink()), harm.ofLinks().get());
            } else {
                standStill(harm, application.driver()::signal);
            }
        });
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
}
