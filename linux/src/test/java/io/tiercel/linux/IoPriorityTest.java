package io.tiercel.linux;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Against the kernel of this machine. */
@EnabledOnOs(OS.LINUX)
class IoPriorityTest {
    @Test
    void isOfTheThreadThatAskedAndOfNoOther() throws Exception {
        CompletableFuture<Boolean> seen = new CompletableFuture<>();
        Thread idle = new Thread(() -> {
            try {
                IoPriority.IDLE.applyToThisThread();
                seen.complete(IoPriority.isThisThreadIdle());
            } catch (Exception e) {
                seen.completeExceptionally(e);
            }
        });
        idle.start();
        assertThat(seen.get()).isTrue();
        idle.join();
        assertThat(IoPriority.isThisThreadIdle()).isFalse();
    }
}
