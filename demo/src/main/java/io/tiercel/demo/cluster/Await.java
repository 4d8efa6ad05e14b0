package io.tiercel.demo.cluster;

import io.tiercel.cli.CommandFailure;
import io.tiercel.cli.ExitCodes;
import io.tiercel.client.Answer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Waits for what others do, with one clear line if they do not. */
public final class Await {
    private static final long LOOK_AGAIN_MILLIS = 100;

    private Await() {}

    /** @param complaint what to say if it does not come about in time */
    public static void until(BooleanSupplier condition, Duration limit, String complaint) throws InterruptedException {
        long end = System.nanoTime() + limit.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new CommandFailure(ExitCodes.NEGATIVE, complaint + " within " + limit.toSeconds() + " s");
            }
            TimeUnit.MILLISECONDS.sleep(LOOK_AGAIN_MILLIS);
        }
    }

    /** What the coordinator answers. */
    public static <T> T given(CompletableFuture<Answer<T>> future) {
        Answer<T> answer = future.join();
        return answer.value()
                .orElseThrow(() -> new CommandFailure(ExitCodes.NEGATIVE, "the coordinator: " + answer.why()));
    }
}
