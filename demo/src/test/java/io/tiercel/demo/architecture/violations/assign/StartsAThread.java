package io.tiercel.demo.architecture.violations.assign;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;

public final class StartsAThread {
    public void thread(Runnable task) {
        new Thread(task).start();
    }

    public Executor executors() {
        return Executors.newCachedThreadPool();
    }

    public void executor(Executor executor, Runnable task) {
        executor.execute(task);
    }

    public Object future(Runnable task) {
        return CompletableFuture.runAsync(task);
    }

    public Object parallelRange() {
        return IntStream.range(0, 1).parallel();
    }

    public Object parallelList(List<String> list) {
        return list.parallelStream();
    }

    public Object timer() {
        return new java.util.Timer();
    }
}
