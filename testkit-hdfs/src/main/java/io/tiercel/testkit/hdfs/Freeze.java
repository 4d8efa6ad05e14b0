package io.tiercel.testkit.hdfs;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.util.RwLockMode;

/** Holds the namespace's lock, as a NameNode in deep trouble does. */
final class Freeze implements FreezeMBean {
    private final FSNamesystem namespace;

    /** The lock must be given back by the thread that took it. */
    private final ExecutorService holder = Executors.newSingleThreadExecutor(task -> {
        Thread thread = new Thread(task, "freeze");
        thread.setDaemon(true);
        return thread;
    });

    private boolean held;

    Freeze(FSNamesystem namespace) {
        this.namespace = namespace;
    }

    @Override
    public synchronized void freeze() throws InterruptedException, ExecutionException {
        if (!held) {
            holder.submit(() -> namespace.writeLock(RwLockMode.GLOBAL)).get();
            held = true;
        }
    }

    @Override
    public synchronized void thaw() throws InterruptedException, ExecutionException {
        if (held) {
            holder.submit(() -> namespace.writeUnlock(RwLockMode.GLOBAL, "freeze"))
                    .get();
            held = false;
        }
    }
}
