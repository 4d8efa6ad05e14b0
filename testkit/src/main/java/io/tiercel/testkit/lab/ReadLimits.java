package io.tiercel.testkit.lab;

import io.tiercel.testkit.process.ClusterException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A control group whose processes read devices at limited bandwidths. */
record ReadLimits(ControlGroup group) {
    private static final Path CONTROLLER = ControlGroup.ROOT.resolve("blkio");
    private static final String LIMIT = "blkio.throttle.read_bps_device";

    static void require() {
        if (!Files.exists(CONTROLLER.resolve(LIMIT)) || !Files.isWritable(CONTROLLER)) {
            throw new ClusterException(
                    "a lab of loop devices needs the controller blkio of cgroup v1, mounted writable at " + CONTROLLER);
        }
    }

    static ReadLimits create() {
        return new ReadLimits(ControlGroup.create(CONTROLLER));
    }

    /** @param bytesPerSecond 0 for no limit */
    void set(String device, long bytesPerSecond) {
        group.set(LIMIT, device + " " + bytesPerSecond);
    }
}
