package io.tiercel.linux;

import com.sun.jna.Native;
import com.sun.jna.NativeLong;
import com.sun.jna.Pointer;
import java.io.IOException;

/**
 * The C library's calls on files and memory. Each returns what its manual page says and leaves {@link Native#getLastError()}.
 * Mapped directly, which costs a tenth of JNA's interface mapping: a watcher makes thousands of calls.
 */
final class LibC {
    static final int EPERM = 1;
    static final int ENOENT = 2;
    static final int EAGAIN = 11;
    static final int ENOMEM = 12;
    static final int ENOSPC = 28;
    static final int ENOSYS = 38;

    static final int O_RDONLY = 0;
    static final int O_CLOEXEC = 0x80000;
    static final int PROT_READ = 1;
    static final int MAP_SHARED = 1;

    /** The same on every architecture: Linux added it after the numbers were unified. */
    static final NativeLong CACHESTAT = new NativeLong(451);

    static {
        Native.register(LibC.class, "c");
    }

    private LibC() {}

    static native int open(String path, int flags);

    static native int close(int fd);

    static native NativeLong read(int fd, Pointer buffer, NativeLong count);

    static native Pointer mmap(
            Pointer address, NativeLong length, int protection, int flags, int fd, NativeLong offset);

    static native int munmap(Pointer address, NativeLong length);

    static native int mlock(Pointer address, NativeLong length);

    static native int mincore(Pointer address, NativeLong length, Pointer residency);

    static native NativeLong syscall(NativeLong number, int fd, Pointer range, Pointer answer, int flags);

    /** For {@code ioprio_set}. */
    static native NativeLong syscall(NativeLong number, int which, int who, int priority);

    static native int posix_fadvise(int fd, long offset, long length, int advice);

    static native int inotify_init1(int flags);

    static native int inotify_add_watch(int fd, String path, int mask);

    static native int inotify_rm_watch(int fd, int watch);

    static native int getpagesize();

    static IOException failure(String call, String subject) {
        return failure(call, subject, Native.getLastError());
    }

    static IOException failure(String call, String subject, int error) {
        return new IOException(call + " of " + subject + " failed: " + text(error));
    }

    private static String text(int error) {
        return switch (error) {
            case EPERM -> "not permitted (EPERM)";
            case ENOENT -> "no such file (ENOENT)";
            case 13 -> "permission denied (EACCES)";
            case EAGAIN -> "could not be locked now (EAGAIN)";
            case ENOMEM -> "no memory, or more than may be locked (ENOMEM)";
            case 23, 24 -> "too many open files (error " + error + ")";
            case ENOSPC -> "no more of them are allowed (ENOSPC)";
            default -> "error " + error;
        };
    }
}
