package io.tiercel.testkit.device;

import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.NativeLong;
import com.sun.jna.Pointer;

/** The C library's calls on the page cache; each returns as the manual says and leaves {@link Native#getLastError()}. */
interface PageCacheCalls extends Library {
    PageCacheCalls INSTANCE = Native.load("c", PageCacheCalls.class);

    int posix_fadvise(int fd, long offset, long length, int advice);

    int madvise(Pointer address, NativeLong length, int advice);

    int mlock(Pointer address, NativeLong length);
}
