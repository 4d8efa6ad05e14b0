package io.tiercel.json;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Appends lines to a file on a thread of its own, which also builds them: callers wait neither for the disk nor for the text. Lines that
 * find the queue full are dropped and counted. After a failure a stream gets no more
 * lines; a {@link Path file} goes on without the line that failed. Either logs it once.
 */
public final class AsyncLineWriter implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(AsyncLineWriter.class);
    private static final Supplier<String> END = () -> "";
    private static final Duration CLOSE_BUDGET = Duration.ofSeconds(10);

    private final Output output;
    private final String file;
    private final Duration closeBudget;
    private final BlockingQueue<Supplier<String>> lines;
    private final AtomicLong dropped = new AtomicLong();
    private final Thread writer;
    private boolean hasFailedToMake;
    private volatile boolean closed;

    /** Opens what lines are written to, on the writer's thread. */
    @FunctionalInterface
    public interface Output {
        Writer open() throws IOException;
    }

    /**
     * Appends to a file of this machine. If there is a largest size, a file that has reached it is renamed, {@code x.jsonl} to
     * {@code x.1.jsonl}, in place of the one before. Lines that cannot be written are left out.
     *
     * @param capacity how many lines may wait to be written
     * @param most the largest size of a file in bytes, but for its last line; {@link Long#MAX_VALUE} for none
     */
    public AsyncLineWriter(Path file, int capacity, long most) {
        this(file, capacity, most, CLOSE_BUDGET);
    }

    /** @param closeBudget how long {@link #close} may take */
    AsyncLineWriter(Path file, int capacity, long most, Duration closeBudget) {
        this(file.toString(), () -> new RollingFile(file, most, LOG::warn), capacity, closeBudget);
    }

    /**
     * Writes to wherever {@code output} leads.
     *
     * @param file its name, for the log
     * @param capacity how many lines may wait to be written
     */
    public AsyncLineWriter(String file, Output output, int capacity) {
        this(file, output, capacity, CLOSE_BUDGET);
    }

    private AsyncLineWriter(String file, Output output, int capacity, Duration closeBudget) {
        this.file = file;
        this.output = output;
        this.closeBudget = closeBudget;
        this.lines = new ArrayBlockingQueue<>(capacity);
        this.writer = new Thread(this::run, "tiercel-" + file.substring(file.lastIndexOf('/') + 1));
        writer.setDaemon(true);
        writer.start();
    }

    /** Appends the text that {@code line} gives, soon. */
    public void add(Supplier<String> line) {
        if (closed || !lines.offer(line)) {
            dropped.incrementAndGet();
        }
    }

    long dropped() {
        return dropped.get();
    }

    /** Writes what is queued. Gives up after some seconds: a disk that hangs must not keep the application from stopping. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        try {
            long deadline = System.nanoTime() + closeBudget.toNanos();
            lines.offer(END, closeBudget.toNanos(), TimeUnit.NANOSECONDS);
            TimeUnit.NANOSECONDS.timedJoin(writer, Math.max(1, deadline - System.nanoTime()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (writer.isAlive()) {
            LOG.warn(
                    "{}: not written in full within {} s; {} lines are lost",
                    file,
                    closeBudget.toSeconds(),
                    lines.size());
        }
        if (dropped.get() > 0) {
            LOG.warn("{}: left out {} lines that came faster than they could be written", file, dropped.get());
        }
    }

    /** A line that cannot be made is left out. */
    private void append(Writer out, Supplier<String> line) throws IOException {
        String text;
        try {
            text = line.get();
        } catch (RuntimeException e) {
            if (!hasFailedToMake) {
                hasFailedToMake = true;
                LOG.error("{}: a line could not be made, and is left out (logged once)", file, e);
            }
            return;
        }
        out.append(text).append('\n');
    }

    private void run() {
        try (Writer out = output.open()) {
            while (true) {
                Supplier<String> line = lines.poll();
                if (line == null) {
                    out.flush();
                    line = lines.take();
                }
                if (line == END) {
                    return;
                }
                append(out, line);
            }
        } catch (IOException | RuntimeException | Error e) {
            LOG.error(
                    "{}: cannot be written ({}); nothing more is recorded there, the job goes on", file, e.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            closed = true;
        }
    }
}
