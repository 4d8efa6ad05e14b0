package io.tiercel.bench.memory;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tiercel.testkit.lab.DeviceLab;
import io.tiercel.testkit.lab.LabDisk;
import io.tiercel.testkit.process.ClusterException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The same as {@link FaultMatrixIT} with harm to a DataNode's disk, which is a real one of the kernel. Needs root. */
@Order(8)
@Tag("slow")
final class DiskFaultsIT {
    private static final int NODE = 0;
    private static final String TYPE = "DISK";
    private static final long DISK_BYTES = 256L << 20;

    @TempDir
    private static Path records;

    private static MatrixWorld world;
    private static Matrix matrix;

    private static boolean isPossible() {
        try {
            DeviceLab.require();
            return true;
        } catch (ClusterException e) {
            System.out.println("no real disks: " + e.getMessage());
            return false;
        }
    }

    @BeforeAll
    static void start() throws IOException {
        assumeTrue(isPossible());
        world = MatrixWorld.start(records, builder -> builder.loopDevices(DISK_BYTES)
                // HDFS removes a disk that fails, and the DataNode goes on.
                .hdfsKey("dfs.datanode.failed.volumes.tolerated", "1"));
        matrix = Matrix.of(world);
    }

    @AfterAll
    static void stop() throws IOException {
        if (matrix != null) {
            matrix.close();
        }
    }

    enum Harm {
        FULL("full for 8 s") {
            @Override
            void begin(LabDisk disk) {
                disk.fill();
            }

            @Override
            void end(LabDisk disk) {
                disk.empty();
            }
        },
        READ_ONLY("read-only for 8 s") {
            @Override
            void begin(LabDisk disk) {
                disk.forbidWrites();
            }

            @Override
            void end(LabDisk disk) {
                disk.allowWrites();
            }
        },
        HUNG("answers nothing for 8 s") {
            @Override
            void begin(LabDisk disk) {
                world.cluster().bandwidth(NODE, TYPE, 1);
            }

            @Override
            void end(LabDisk disk) {
                world.cluster().bandwidth(NODE, TYPE, MemoryWorld.BYTES_PER_SECOND);
            }
        },
        BROKEN("each read an I/O error for 8 s") {
            @Override
            void begin(LabDisk disk) {
                disk.breakDown();
            }

            @Override
            void end(LabDisk disk) {
                disk.repair();
            }
        };

        private final String text;

        Harm(String text) {
            this.text = text;
        }

        abstract void begin(LabDisk disk);

        abstract void end(LabDisk disk);
    }

    @ParameterizedTest(name = "a disk {0}")
    @EnumSource
    void theJobEndsRight(Harm harm) throws IOException {
        LabDisk disk = world.cluster().disk(NODE, TYPE);
        matrix.check(
                "a disk of a DataNode",
                harm.text,
                () -> {
                    harm.begin(disk);
                    LockSupport.parkNanos(Matrix.HARM_NANOS);
                    harm.end(disk);
                },
                () -> {});
    }
}
