package io.tiercel.spark.apps;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Points at which an application waits for its test, and the test for the application. Both know them by files of a directory.
 *
 * @param directory is there before either begins
 */
public record Gate(Path directory) {
    private static final long MOST_NANOS = TimeUnit.MINUTES.toNanos(3);

    /** The application is at this point, and goes on when the test opens it. */
    void pass(String name) throws IOException, InterruptedException {
        Files.createFile(reached(name));
        awaitOpen(name);
    }

    /** The application goes on when the test opens a point, which any number of threads may wait for. */
    void awaitOpen(String name) throws InterruptedException {
        await("the opening of " + name, () -> Files.exists(opened(name)));
    }

    /** Returns when the application is at this point. @param isAlive whether it can still come @return whether it has */
    public boolean awaitReached(String name, BooleanSupplier isAlive) throws InterruptedException {
        await("arrival at " + name, () -> Files.exists(reached(name)) || !isAlive.getAsBoolean());
        return Files.exists(reached(name));
    }

    /** Lets the application go on. */
    public void open(String name) throws IOException {
        Files.createFile(opened(name));
    }

    private Path reached(String name) {
        return directory.resolve(name + ".reached");
    }

    private Path opened(String name) {
        return directory.resolve(name + ".open");
    }

    /** Waits up to three minutes for what another process does. */
    static void await(String what, BooleanSupplier condition) throws InterruptedException {
        long start = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - start > MOST_NANOS) {
                throw new IllegalStateException("waited three minutes for " + what);
            }
            TimeUnit.MILLISECONDS.sleep(20);
        }
    }
}
