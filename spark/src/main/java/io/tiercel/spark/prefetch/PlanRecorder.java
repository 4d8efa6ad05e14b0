package io.tiercel.spark.prefetch;

import io.tiercel.json.AsyncLineWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Appends plans and outcomes to {@code prefetch-<application>.jsonl} if the user wants records. Not thread-safe. */
final class PlanRecorder {
    private static final Logger LOG = LoggerFactory.getLogger(PlanRecorder.class);
    private static final int MOST_LINES_WAITING = 256;

    private final Supplier<String> app;
    private final long mostBytes;
    private Optional<String> directory;
    private @Nullable AsyncLineWriter file;

    /**
     * @param mostBytes the largest size of a file, after which the next begins and the one before last goes
     * @param app the application's id, asked for once it is needed
     */
    PlanRecorder(Optional<String> directory, long mostBytes, Supplier<String> app) {
        this.directory = directory;
        this.mostBytes = mostBytes;
        this.app = app;
    }

    String app() {
        return app.get();
    }

    /** Appends a line, which is built on another thread. Logs once if that is impossible. */
    void add(Supplier<String> line) {
        if (file == null && directory.isPresent()) {
            file = open(directory.get());
        }
        if (file != null) {
            file.add(line);
        }
    }

    private @Nullable AsyncLineWriter open(String name) {
        try {
            Path made = Files.createDirectories(Path.of(name));
            return new AsyncLineWriter(made.resolve("prefetch-" + app() + ".jsonl"), MOST_LINES_WAITING, mostBytes);
        } catch (IOException | RuntimeException e) {
            directory = Optional.empty();
            LOG.error("Tiercel: plans are not recorded in {}: {}", name, e.toString());
            return null;
        }
    }

    void close() {
        if (file != null) {
            file.close();
        }
    }
}
