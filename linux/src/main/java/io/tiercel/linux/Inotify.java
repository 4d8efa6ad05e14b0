package io.tiercel.linux;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.NativeLong;
import java.io.IOException;
import java.nio.file.Path;

/**
 * File events from inotify, read without a thread of its own. A file counts against {@code fs.inotify.max_user_watches};
 * past it, and for files that are gone, {@link #watch} says {@link #UNWATCHED}.
 */
public final class Inotify implements FileEvents {
    private static final int IN_MODIFY = 0x2;
    private static final int IN_ATTRIB = 0x4;
    private static final int IN_CLOSE = 0x8 | 0x10;
    private static final int IN_OPEN = 0x20;
    private static final int IN_DELETE_SELF = 0x400;
    private static final int IN_MOVE_SELF = 0x800;
    private static final int IN_Q_OVERFLOW = 0x4000;
    private static final int IN_IGNORED = 0x8000;
    private static final int IN_NONBLOCK = 0x800;

    /** Removing a name of a file changes its link count, which is an attribute; it is not deleted while somebody maps it. */
    private static final int ALTERED = IN_MODIFY | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF;

    /** struct inotify_event: wd, mask, cookie, length of the name that follows. */
    private static final int HEADER = 16;

    private final Memory buffer = new Memory(64 * 1024);
    private final int mask;
    private int fd;

    private Inotify(int fd, int mask) {
        this.fd = fd;
        this.mask = mask;
    }

    public static Inotify ofAlterations() throws IOException {
        return open(ALTERED);
    }

    public static Inotify ofUse() throws IOException {
        return open(ALTERED | IN_OPEN | IN_CLOSE);
    }

    private static Inotify open(int mask) throws IOException {
        int fd = LibC.inotify_init1(LibC.O_CLOEXEC | IN_NONBLOCK);
        if (fd < 0) {
            throw LibC.failure("inotify_init1", "this process (see fs.inotify.max_user_instances)");
        }
        return new Inotify(fd, mask);
    }

    @Override
    public int watch(Path file) {
        return fd < 0 ? UNWATCHED : Math.max(UNWATCHED, LibC.inotify_add_watch(fd, file.toString(), mask));
    }

    @Override
    public void unwatch(int watch) {
        if (fd >= 0 && watch != UNWATCHED) {
            LibC.inotify_rm_watch(fd, watch);
        }
    }

    @Override
    public void drain(Listener listener) {
        for (int count = fill(); count > 0; count = fill()) {
            for (int at = 0; at < count; at += HEADER + buffer.getInt(at + 12L)) {
                tell(listener, buffer.getInt(at), buffer.getInt(at + 4L));
            }
        }
    }

    private int fill() {
        if (fd < 0) {
            return 0;
        }
        int count = LibC.read(fd, buffer, new NativeLong(buffer.size())).intValue();
        if (count < 0 && Native.getLastError() != LibC.EAGAIN) {
            close();
        }
        return count;
    }

    private static void tell(Listener listener, int watch, int happened) {
        if ((happened & IN_Q_OVERFLOW) != 0) {
            listener.lost();
        } else if ((happened & IN_OPEN) != 0) {
            listener.opened(watch);
        } else if ((happened & IN_CLOSE) != 0) {
            listener.closed(watch);
        } else if ((happened & (ALTERED | IN_IGNORED)) != 0) {
            listener.altered(watch);
        }
    }

    @Override
    public void close() {
        if (fd >= 0) {
            LibC.close(fd);
            fd = -1;
        }
    }
}
