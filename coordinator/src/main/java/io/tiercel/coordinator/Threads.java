package io.tiercel.coordinator;

import java.net.InetSocketAddress;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Threads of the coordinator: named, and no reason for a process to stay. */
final class Threads {
    private Threads() {}

    private static ThreadFactory named(String name) {
        AtomicInteger count = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(task, name + "-" + count.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }

    static ThreadPoolExecutor fixed(String name, int threads) {
        return new ThreadPoolExecutor(threads, threads, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), named(name));
    }

    /** Refuses what finds {@code waiting} others in front of it. */
    static ExecutorService bounded(String name, int threads, int waiting) {
        ThreadPoolExecutor executor = new ThreadPoolExecutor(
                threads, threads, 1, TimeUnit.MINUTES, new ArrayBlockingQueue<>(waiting), named(name));
        executor.allowCoreThreadTimeOut(true);
        return executor;
    }

    static ScheduledExecutorService scheduled(String name) {
        return Executors.newSingleThreadScheduledExecutor(named(name));
    }

    static String text(InetSocketAddress address) {
        return address.getHostString() + ":" + address.getPort();
    }

    /** The root cause of an exception, in one line. */
    static String root(Throwable e) {
        Throwable cause = e;
        while (cause.getCause() != null && cause.getCause() != cause) {
            cause = cause.getCause();
        }
        return String.valueOf(cause.getMessage()).lines().findFirst().orElse("");
    }
}
