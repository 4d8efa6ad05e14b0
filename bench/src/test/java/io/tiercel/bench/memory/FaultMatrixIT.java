package io.tiercel.bench.memory;

import io.tiercel.testkit.lab.ProcessClocks;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
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
                .filter(victim -> victim != Victim.HOSTING_NAME_NODE)
                .filter(victim -> some.contains("") || some.contains(victim.name()))
                .flatMap(victim -> Stream.of(Harm.values())
                        .filter(harm -> harm.mayComeTo(victim))
                        .map(harm -> Arguments.of(victim, harm)));
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("cells")
    void theJobEndsRight(Victim victim, Harm harm) throws IOException {
        matrix.check(victim, harm);
    }

    @Test
    void aDriverThatIsKilledLeavesNothingAndIsSubmittedAgain() throws IOException {
        matrix.checkKilledDriver();
    }

    static Stream<Harm> harmsOfDrivers() {
        Stream<Harm> always = Stream.of(Harm.PAUSED, Harm.SLOW, Harm.DELAYED, Harm.DROPPED, Harm.HALF_OPEN);
        return ProcessClocks.arePossible() ? Stream.concat(always, Stream.of(Harm.CLOCK)) : always;
    }

    @ParameterizedTest(name = "the driver {0}")
    @MethodSource("harmsOfDrivers")
    void aDriverInTroubleEndsItsJobRight(Harm harm) throws IOException {
        matrix.checkDrivers(harm);
    }
}
