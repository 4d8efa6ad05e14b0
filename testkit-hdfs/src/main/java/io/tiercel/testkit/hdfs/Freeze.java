package io.tiercel.testkit.hdfs;

import java.util.concurrent.CountDownLatch;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.util.RwLockMode;
import org.jspecify.annotations.Nullable;

/** Holds the namespace's lock, as a NameNode in deep trouble does. */
final class Freeze implements FreezeMBean {
    private final FSNamesystem namespace;
    private @Nullable Holder holder;

    Freeze(FSNamesystem namespace) {
        this.namespace = namespace;
    }

    @Override
    public synchronized void freeze() throws InterruptedException {
        if (holder == null) {
            holder = new Holder(namespace);
            holder.start();
            holder.held.await();
        }
    }

    @Override
    public synchronized void thaw() throws InterruptedException {
        if (holder != null) {
            holder.enough.countDown();
            holder.join();
            holder = null;
        }
    }

    /** The lock must be given back by the thread that took it. */
    private static final class Holder extends Thread {
        private final FSNamesystem namespace;
        private final CountDownLatch held = new CountDownLatch(1);
        private final CountDownLatch enough = new CountDownLatch(1);

        Holder(FSNamesystem namespace) {
            super("freeze");
            this.namespace = namespace;
            setDaemon(true);
        }

        @Override
        public void run() {
            namespace.writeLock(RwLockMode.GLOBAL);
            try {
                held.countDown();
                enough.await();
            } catch (InterruptedException e) {
                interrupt();
            } finally {
                namespace.writeUnlock(RwLockMode.GLOBAL, "freeze");
            }
        }
    }
}
