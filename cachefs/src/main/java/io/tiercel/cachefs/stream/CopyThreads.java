package io.tiercel.cachefs.stream;

import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The threads that read cached pages of vectored reads, where the file system has none. If all are busy, the caller reads. */
final class CopyThreads {
    private static final int MOST = Math.max(4, Runtime.getRuntime().availableProcessors());

    private CopyThreads() {}

    /** Made when it is first needed. */
    private static final class Shared {
        private static final AtomicInteger NUMBER = new AtomicInteger();
        static final ThreadPoolExecutor POOL = new ThreadPoolExecutor(
                0,
                MOST,
                10,
                TimeUnit.SECONDS,
                new SynchronousQueue<>(),
                task -> {
                    Thread thread = new Thread(task, "tiercel-cache-copy-" + NUMBER.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                },
                new ThreadPoolExecutor.CallerRunsPolicy());
    }

    static Executor shared() {
        return Shared.POOL;
    }
}
