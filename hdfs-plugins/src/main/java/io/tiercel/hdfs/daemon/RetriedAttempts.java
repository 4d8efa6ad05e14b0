package io.tiercel.hdfs.daemon;

import io.tiercel.security.MissingKeysException;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Makes attempts until one succeeds: a file that cannot be read at this moment may be there in the next. */
final class RetriedAttempts {
    private static final long FIRST_PAUSE_MILLIS = TimeUnit.SECONDS.toMillis(1);
    private static final long LONGEST_PAUSE_MILLIS = TimeUnit.MINUTES.toMillis(1);

    private final Pause pause;
    private final Consumer<String> complaints;

    /** Waits for milliseconds. */
    @FunctionalInterface
    interface Pause {
        void of(long millis) throws InterruptedException;
    }

    @FunctionalInterface
    interface Attempt<T> {
        T make() throws IOException;
    }

    /** @param complaints hears why the first attempt failed, and why a later one did if the reason is another */
    RetriedAttempts(Pause pause, Consumer<String> complaints) {
        this.pause = pause;
        this.complaints = complaints;
    }

    /** @throws MissingKeysException at once: the process does not read its configuration again */
    <T> T untilSuccess(Attempt<T> attempt) throws MissingKeysException, InterruptedException {
        long millis = FIRST_PAUSE_MILLIS;
        String last = "";
        while (true) {
            try {
                return attempt.make();
            } catch (MissingKeysException e) {
                throw e;
            } catch (IOException e) {
                String why = String.valueOf(e.getMessage());
                if (!why.equals(last)) {
                    complaints.accept(why);
                }
                last = why;
            }
            pause.of(millis);
            millis = Math.min(2 * millis, LONGEST_PAUSE_MILLIS);
        }
    }
}
