package io.tiercel.bench.memory;

import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The same as {@link FaultMatrixIT} with harm to a NameNode that hosts the coordinator. */
@Order(8)
@Tag("slow")
final class HostedCoordinatorIT {
    @TempDir
    private static Path records;

    private static Matrix matrix;

    @BeforeAll
    static void start() throws IOException {
        matrix = Matrix.of(MatrixWorld.startHosting(records));
    }

    @AfterAll
    static void stop() throws IOException {
        if (matrix != null) {
            matrix.close();
        }
    }

    static Stream<Harm> harms() {
        return Stream.of(Harm.values()).filter(harm -> harm.mayComeTo(Victim.HOSTING_NAME_NODE));
    }

    @ParameterizedTest(name = "the NameNode, with the coordinator, {0}")
    @MethodSource("harms")
    void theJobEndsRight(Harm harm) throws IOException {
        matrix.check(Victim.HOSTING_NAME_NODE, harm);
    }
}
