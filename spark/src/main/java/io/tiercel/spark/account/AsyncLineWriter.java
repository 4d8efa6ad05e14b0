package io.tiercel.spark.account;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Appends lines to a file on a thread of its own, so that whoever adds one neither waits for the disk nor builds the line.
 * What comes faster than the disk takes it, beyond a bound, is left out and counted; what cannot be written costs one line
 * in the log.
 */
public final class AsyncLineWriter implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(AsyncLineWriter.class);
    private static final Supplier<String> END = () -> "";
    private static final long PATIENCE_MILLIS = 10_000;

    private final Path file;
    private final BlockingQueue<Supplier<String>> lines;
    private final AtomicLong leftOut = new AtomicLong();
    private final Thread writer;
    private volatile boolean closed;

    /** @param bound how many lines may wait to be written */
    public AsyncLineWriter(Path file, int bound) {
        this.file = file;
        this.lines = new ArrayBlockingQueue<>(bound);
        this.writer = new Thread(this::run, "tiercel-" + file.getFileName());
        writer.setDaemon(true);
        writer.start();
    }

    /** Appends what {@code line} will say, soon. */
    public void add(Supplier<String> line) {
        if (closed || !lines.offer(line)) {
            leftOut.incrementAndGet();
        }
    }

    /** How many lines were not written. */
    public long leftOut() {
        return leftOut.get();
    }

    /** Writes what was added until now, but does not take longer than some seconds over it. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        try {
            lines.put(END);
            writer.join(PATIENCE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (leftOut.get() > 0) {
            LOG.warn("{}: left out {} lines that came faster than they could be written", file, leftOut.get());
        }
    }

    private void run() {
        try (BufferedWriter out = Files.newBufferedWriter(
                file, StandardCharsets.UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            while (true) {
                Supplier<String> line = lines.poll();
                if (line == null) {
                    out.flush();
                    line = lines.take();
                }
                if (line == END) {
                    return;
                }
                out.append(line.get()).append('\n');
            }
        } catch (IOException | RuntimeException e) {
            LOG.error(
                    "{}: cannot be written ({}); nothing more is recorded there, the job goes on", file, e.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            closed = true;
        }
    }
}
