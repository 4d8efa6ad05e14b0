package io.tiercel.agent;

import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls on files of a node's devices, by one thread. A call on a disk that hangs does not return, and no call can be taken back. So
 * another thread relieves the one that hangs, and lets that device alone until the call has returned. Thread-safe.
 */
public final class DiskAccess {
    private static final Logger LOG = LoggerFactory.getLogger(DiskAccess.class);

    /** Nanoseconds that a call may take. */
    static final long PATIENCE = TimeUnit.SECONDS.toNanos(10);

    private final LongSupplier nanos;
    private final Set<String> hung = new HashSet<>();
    private @Nullable Thread owner;
    private @Nullable String storage;
    private long since;

    public DiskAccess(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /**
     * Makes a call on a device's files. The first caller is the thread that may.
     *
     * @throws IOException also if an earlier call on the device hangs
     * @throws RelievedException if another thread has taken over meanwhile; then the calling thread must touch nothing and end
     */
    public <T> T call(String device, DiskCall<T> call) throws IOException {
        begin(device);
        T answer;
        try {
            answer = call.run();
        } catch (IOException | RuntimeException | Error e) {
            end(device);
            throw e;
        }
        end(device);
        return answer;
    }

    private synchronized void begin(String device) throws IOException {
        if (owner == null) {
            owner = Thread.currentThread();
        } else if (owner != Thread.currentThread()) {
            throw new RelievedException();
        }
        if (hung.contains(device)) {
            throw new IOException("the disk of storage " + device + " does not answer");
        }
        storage = device;
        since = nanos.getAsLong();
    }

    private synchronized void end(String device) {
        if (owner == Thread.currentThread()) {
            storage = null;
            return;
        }
        hung.remove(device);
        LOG.info("The disk of storage {} answers again", device);
        throw new RelievedException();
    }

    /** Whether a call hangs, so that the calling thread should be relieved. */
    synchronized boolean isStuck() {
        return storage != null && nanos.getAsLong() - since >= PATIENCE;
    }

    /** Lets another thread make the calls, if one hangs; says whether it does. */
    synchronized boolean relieve(Thread next) {
        String device = storage;
        if (device == null || !isStuck()) {
            return false;
        }
        LOG.warn(
                "The disk of storage {} has not answered for {} s; Tiercel does not look at its files until it does",
                device,
                TimeUnit.NANOSECONDS.toSeconds(nanos.getAsLong() - since));
        hung.add(device);
        storage = null;
        owner = next;
        return true;
    }

    @FunctionalInterface
    public interface DiskCall<T> {
        T run() throws IOException;
    }

    /** The thread is no longer the one that calls. */
    public static final class RelievedException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        RelievedException() {
            super("another thread has taken over, because a disk did not answer");
        }
    }
}
