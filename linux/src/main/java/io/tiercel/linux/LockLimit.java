package io.tiercel.linux;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * How much memory this process may lock, from {@code /proc/self}.
 *
 * @param bytes the soft limit RLIMIT_MEMLOCK, {@link Long#MAX_VALUE} for none
 * @param capable whether the process has CAP_IPC_LOCK, to which the limit does not apply. In a user namespace the kernel does
 *     not count it, and mlock fails all the same
 * @param locked bytes locked now
 */
public record LockLimit(long bytes, boolean capable, long locked) {
    private static final int CAP_IPC_LOCK = 14;

    /** Reads the limit of this process. An unreadable limit counts as none: mlock itself will tell. */
    public static LockLimit read() {
        try {
            return of(lines("/proc/self/limits"), lines("/proc/self/status"));
        } catch (IOException e) {
            return new LockLimit(Long.MAX_VALUE, true, 0);
        }
    }

    static LockLimit of(List<String> limits, List<String> status) {
        long bytes = ProcLines.after(limits, "Max locked memory")
                .map(text -> text.split("\\s+")[0])
                .map(text -> text.equals("unlimited") ? Long.MAX_VALUE : Long.parseLong(text))
                .orElse(Long.MAX_VALUE);
        boolean capable = ProcLines.after(status, "CapEff:")
                .map(text -> (Long.parseUnsignedLong(text, 16) >> CAP_IPC_LOCK & 1) == 1)
                .orElse(true);
        long locked = ProcLines.after(status, "VmLck:")
                .map(text -> Long.parseLong(text.split("\\s+")[0]) << 10)
                .orElse(0L);
        return new LockLimit(bytes, capable, locked);
    }

    public boolean allows(long total) {
        return capable || total <= bytes;
    }

    /** Whether a call of mlock that was to lock {@code more} bytes failed because of the limit. */
    boolean refuses(long more, int error) {
        return error == LibC.EPERM || error == LibC.ENOMEM && locked + more > bytes;
    }

    /** Instructions that allow that many bytes to be locked. */
    public static String remedy(long wanted) {
        return "allow the DataNode's process to lock " + wanted + " bytes: LimitMEMLOCK=" + wanted
                + " in its systemd unit, or 'ulimit -l " + (wanted + 1023) / 1024
                + "' before it starts (in hadoop-env.sh), or 'setcap cap_ipc_lock=+ep' on its java";
    }

    private static List<String> lines(String path) throws IOException {
        return Files.readAllLines(Path.of(path));
    }
}
