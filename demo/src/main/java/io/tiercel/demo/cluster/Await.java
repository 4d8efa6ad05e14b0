package io.tiercel.demo.cluster;

import io.tiercel.cli.CommandFailure;
import io.tiercel.cli.ExitCodes;
import io.tiercel.client.Answer;
import io.tiercel.testkit.process.Deadline;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;

/** Waits for conditions and for the coordinator, and fails with one clear line. */
public final class Await {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private Await() {}

    /** Waits for a minute at most; {@code complaint} is the message if the condition does not hold by then. */
    public static void until(BooleanSupplier condition, String complaint) {
        new Deadline(LIMIT).await(condition, () -> complaint);
    }

    public static <T> T given(CompletableFuture<Answer<T>> future) {
        Answer<T> answer = future.join();
        return answer.value()
                .orElseThrow(() -> new CommandFailure(ExitCodes.NEGATIVE, "the coordinator: " + answer.why()));
    }
}
