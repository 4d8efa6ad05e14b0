package io.tiercel.linux;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.jna.NativeLong;
import com.sun.jna.Platform;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Against the kernel of this machine. */
@EnabledOnOs(OS.LINUX)
class IoPriorityTest {
    private static final NativeLong IOPRIO_GET = new NativeLong(Platform.ARCH.equals("x86-64") ? 252 : 31);

    private static long classOfThisThread() {
        return LibC.syscall(IOPRIO_GET, 1, 0, 0).longValue() >> 13;
    }

    @Test
    void isOfTheThreadThatAskedAndOfNoOther() throws Exception {
        CompletableFuture<Long> seen = new CompletableFuture<>();
        Thread idle = new Thread(() -> {
            try {
                IoPriority.IDLE.ofThisThread();
                seen.complete(classOfThisThread());
            } catch (Exception e) {
                seen.completeExceptionally(e);
            }
        });
        idle.start();
        assertThat(seen.get()).isEqualTo(3);
        idle.join();
        assertThat(classOfThisThread()).isNotEqualTo(3);
    }
}
