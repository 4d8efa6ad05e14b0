package io.tiercel.testkit;

import io.tiercel.testkit.process.ClusterException;
import io.tiercel.testkit.process.Daemon;
import java.nio.file.Path;
import java.time.Duration;

/** An application's driver while it runs. */
public final class RunningSparkApp implements AutoCloseable {
    /** How an application ended: the driver's exit code, 0 for success, and the file of what it printed. */
    public record Outcome(int exitCode, Path log) {
        /** @throws ClusterException if the driver did not end well */
        public Outcome orThrow() {
            if (exitCode != 0) {
                throw new ClusterException("the application ended with exit code " + exitCode + "; see " + log);
            }
            return this;
        }
    }

    private final Daemon driver;
    private final Duration limit;

    RunningSparkApp(Daemon driver, Duration limit) {
        this.driver = driver;
        this.limit = limit;
    }

    public Path log() {
        return driver.log();
    }

    public boolean alive() {
        return driver.alive();
    }

    /** The driver's process. */
    public Daemon driver() {
        return driver;
    }

    /**
     * Waits for the end.
     *
     * @throws ClusterException if the application's limit is passed; the driver is killed then
     */
    public Outcome await() {
        if (!driver.await(limit)) {
            driver.kill();
            throw new ClusterException("the application did not end within " + limit + "; see " + driver.log());
        }
        return new Outcome(driver.exitCode(), driver.log());
    }

    @Override
    public void close() {
        driver.kill();
    }
}
