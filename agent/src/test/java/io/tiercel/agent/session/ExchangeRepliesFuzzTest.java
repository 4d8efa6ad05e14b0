package io.tiercel.agent.session;

import com.code_intelligence.jazzer.junit.FuzzTest;
import com.code_intelligence.jazzer.mutation.annotation.NotNull;
import com.code_intelligence.jazzer.mutation.annotation.WithSize;
import io.tiercel.protocol.ExchangeReply;
import io.tiercel.protocol.RegisterReply;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** A coordinator may say anything. The agent goes on, has no error of its own, and lets go of everything when it is told to end. */
class ExchangeRepliesFuzzTest {
    @FuzzTest(maxDuration = "10s")
    void anyReplyIsTaken(
            @NotNull RegisterReply welcome, @NotNull @WithSize(max = 6) List<@NotNull ExchangeReply> replies)
            throws IOException {
        CoordinatorSessionTest agent = new CoordinatorSessionTest();
        agent.start();
        try {
            agent.coordinator.welcome = welcome;
            agent.coordinator.replies.addAll(replies);
            for (int step = 0; step < replies.size() + 2; step++) {
                agent.session.step();
                agent.clock.advance(Duration.ofSeconds(1));
                if (agent.errors.count() > 0) {
                    throw new AssertionError("an error of the agent's own; see its log");
                }
            }
        } finally {
            agent.stop();
        }
    }
}
