package io.tiercel.hdfs;

/** Where and when work is done that the caller does not wait for; tests put their own time here. */
public interface BackgroundExecutor extends AutoCloseable {
    /** Runs {@code task} on another thread as soon as one is free. */
    void run(Runnable task);

    /** Runs {@code task} on another thread after {@code nanos} nanoseconds. */
    void runAfter(long nanos, Runnable task);

    /** Nanoseconds since some moment. */
    long now();

    /** Work that is under way is interrupted, work to come is dropped. */
    @Override
    void close();
}
