package io.tiercel.linux;

import com.sun.jna.Native;
import com.sun.jna.NativeLong;
import com.sun.jna.Platform;
import java.io.IOException;
import java.util.OptionalLong;

/**
 * The I/O priority of a thread ({@code ioprio_set(2)}, classes of Linux' {@code ioprio.h}). The I/O schedulers BFQ and
 * mq-deadline serve reads of the idle class when nobody else wants the device; others treat all alike. No right is needed for either.
 */
public enum IoPriority {
    /** The priority of the process. */
    NORMAL(0),
    /** After everybody else. */
    IDLE(3);

    private static final int WHO_PROCESS = 1;
    private static final int CALLING_THREAD = 0;
    private static final int CLASS_SHIFT = 13;

    private final int ioClass;

    IoPriority(int ioClass) {
        this.ioClass = ioClass;
    }

    public void applyToThisThread() throws IOException {
        OptionalLong number = set(Platform.ARCH);
        if (number.isEmpty()) {
            throw new IOException("the number of ioprio_set is not known on " + Platform.ARCH);
        }
        int priority = ioClass << CLASS_SHIFT;
        if (LibC.syscall(new NativeLong(number.getAsLong()), WHO_PROCESS, CALLING_THREAD, priority)
                        .longValue()
                != 0) {
            throw LibC.failure("ioprio_set", "a thread", Native.getLastError());
        }
    }

    /** Whether the calling thread has the idle class; false if the kernel does not say. */
    public static boolean isThisThreadIdle() {
        OptionalLong set = set(Platform.ARCH);
        if (set.isEmpty()) {
            return false;
        }
        // On every architecture the number of ioprio_get follows that of ioprio_set.
        NativeLong get = new NativeLong(set.getAsLong() + 1);
        long priority = LibC.syscall(get, WHO_PROCESS, CALLING_THREAD, 0).longValue();
        return priority >= 0 && priority >> CLASS_SHIFT == IDLE.ioClass;
    }

    /** The number of ioprio_set on an architecture, named as JNA names it. */
    private static OptionalLong set(String architecture) {
        return switch (architecture) {
            case "x86-64" -> OptionalLong.of(251);
            case "aarch64", "riscv64", "loongarch64" -> OptionalLong.of(30);
            case "ppc64le", "ppc64" -> OptionalLong.of(273);
            case "s390x" -> OptionalLong.of(282);
            default -> OptionalLong.empty();
        };
    }
}
