package io.tiercel.testkit.device;

import com.sun.jna.NativeLong;
import com.sun.jna.Platform;

/** What the kernel knows of the urgency of a thread's reads; Linux on x86-64 and on architectures with unified numbers. */
final class CallerIoClass {
    private static final NativeLong IOPRIO_GET = new NativeLong(Platform.ARCH.equals("x86-64") ? 252 : 31);
    private static final int WHO_PROCESS = 1;
    private static final int CALLING_THREAD = 0;
    private static final int CLASS_SHIFT = 13;
    private static final long CLASS_IDLE = 3;

    private CallerIoClass() {}

    /** Whether the calling thread's reads are of the idle class; no, if the kernel does not say. */
    static boolean isIdle() {
        long priority = PageCacheCalls.INSTANCE
                .syscall(IOPRIO_GET, WHO_PROCESS, CALLING_THREAD)
                .longValue();
        return priority >= 0 && priority >> CLASS_SHIFT == CLASS_IDLE;
    }
}
