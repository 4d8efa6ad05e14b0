package io.tiercel.demo.cluster;

import io.tiercel.cli.CommandFailure;
import io.tiercel.cli.ExitCodes;
import io.tiercel.client.Answer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Waits for conditions, and fails with one clear line. */
public final class Await {
    private static final long LOOK_AGAIN_MILLIS = 100;

    private Await() {}

    /** @param complaint the message if the condition does not hold in time */
    public static void until(BooleanSupplier condition, Duration limit, String complaint) throws InterruptedException {
        long end = System.nanoTime() + limit.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new CommandFailure(ExitCodes.NEGATIVE, complaint + " within " + limit.toSeconds() + " s");
            }
            TimeUnit.MILLISECONDS.sleep(LOOK_AGAIN_MILLIS);
        }
    }

    /** The coordinator's answer. */
    public static <T> T given(CompletableFuture<Answer<T>> future) {
        Answer<T> answer = future.join();
        return answer.value()
                .orElseThrow(() -> new CommandFailure(ExitCodes.NEGATIVE, "the coordinator: " + answer.why()));
    }
}
