package io.tiercel.testkit.lab;

import io.tiercel.testkit.process.ClusterException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * One loop device for each volume of a cluster: ext4 on a sparse file, an I/O scheduler of the kernel, and a read bandwidth that the
 * kernel enforces ({@code blkio.throttle}). Needs root, {@code mount}, {@code umount}, {@code mkfs.ext4}, the loop driver, and the
 * controller {@code blkio} of cgroup v1.
 *
 * <p>The limits hold for the processes that {@link #launcher} has started. The volumes are unmounted when the lab is closed, and when
 * this process ends in another way than by {@code kill -9}.
 */
public final class DeviceLab implements AutoCloseable {
    /** As distributions set them: BFQ where heads move. */
    private static final Map<String, String> SCHEDULERS = Map.of("SSD", "mq-deadline", "DISK", "bfq");

    private final Map<Path, LoopVolume> volumes = new LinkedHashMap<>();
    private final ReadLimits limits;
    private final AtomicBoolean isClosed = new AtomicBoolean();
    private final Thread hook = new Thread(this::release, "end of the lab");

    private DeviceLab(ReadLimits limits) {
        this.limits = limits;
    }

    /** @throws ClusterException if this machine or this user cannot have a lab; the message says what is missing */
    public static void require() {
        String user = System.getProperty("user.name");
        if (!"root".equals(user)) {
            throw new ClusterException("a lab of loop devices needs root; the user is " + user);
        }
        if (!Files.exists(Path.of("/dev/loop-control"))) {
            throw new ClusterException(
                    "a lab of loop devices needs the kernel's loop driver; /dev/loop-control is missing");
        }
        ReadLimits.require();
        for (String command : List.of("mount", "umount", "mkfs.ext4")) {
            SystemCommand.require(command);
        }
    }

    /**
     * Makes the devices and mounts them. Unmounts what an earlier lab has left at the same directories.
     *
     * @param volumes directories to mount at, with their storage types (SSD, DISK)
     * @param bytesPerSecond of each storage type; 0 for no limit
     * @param bytesEach size of a device
     * @throws ClusterException if that fails; nothing stays mounted then
     */
    public static DeviceLab start(Map<Path, String> volumes, Map<String, Long> bytesPerSecond, long bytesEach) {
        require();
        DeviceLab lab = new DeviceLab(ReadLimits.create());
        Runtime.getRuntime().addShutdownHook(lab.hook);
        try {
            volumes.forEach((directory, type) -> {
                LoopVolume volume = new LoopVolume(directory);
                lab.volumes.put(directory, volume);
                volume.mount(bytesEach, SCHEDULERS.get(type));
                lab.limit(directory, bytesPerSecond.get(type));
            });
            return lab;
        } catch (RuntimeException e) {
            try {
                lab.close();
            } catch (RuntimeException further) {
                e.addSuppressed(further);
            }
            throw e;
        }
    }

    /** Unmounts the volumes of a lab that a process which was killed has left mounted below a directory. */
    public static void clean(Path root) {
        LoopMount.below(root).forEach(LoopMount::unmount);
    }

    /** Runs a further command within the limits: what to put before it. */
    public List<String> launcher() {
        return limits.group().launcher();
    }

    /** From now on a volume is read at so many bytes/s; 0 for no limit. */
    public void limit(Path directory, long bytesPerSecond) {
        limits.set(volumes.get(directory).device(), bytesPerSecond);
    }

    /** The disk that is mounted at a volume's directory. */
    public LabDisk disk(Path directory) {
        if (!volumes.containsKey(directory)) {
            throw new ClusterException("no disk at " + directory + ", only at " + volumes.keySet());
        }
        return new LabDisk(directory);
    }

    /** Call it when nobody uses the volumes. */
    @Override
    public void close() {
        release();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The process is ending, and the hook with it.
        }
    }

    private void release() {
        if (isClosed.getAndSet(true)) {
            return;
        }
        ClusterException failure = null;
        for (LoopVolume volume : List.copyOf(volumes.values())) {
            try {
                volume.unmount();
            } catch (ClusterException e) {
                if (failure == null) {
                    failure = e;
                } else {
                    failure.addSuppressed(e);
                }
            }
        }
        limits.group().close();
        if (failure != null) {
            throw failure;
        }
    }
}
