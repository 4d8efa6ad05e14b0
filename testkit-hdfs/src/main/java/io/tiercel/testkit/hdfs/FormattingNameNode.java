package io.tiercel.testkit.hdfs;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.management.JMException;
import javax.management.ObjectName;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.hdfs.server.namenode.ha.BootstrapStandby;
import org.apache.hadoop.hdfs.util.RwLockMode;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;

/**
 * A stock NameNode that formats its directory first if it is new, in the same process: that saves one start of a JVM. Its
 * controller can {@link FreezeMBean freeze} it.
 */
public final class FormattingNameNode {
    private FormattingNameNode() {}

    public static void main(String[] args) throws IOException, JMException {
        Configuration conf = new HdfsConfiguration();
        boolean formatted = true;
        for (URI directory : FSNamesystem.getNamespaceDirs(conf)) {
            formatted &= Files.exists(Path.of(directory).resolve("current/VERSION"));
        }
        if (!formatted) {
            // Formatting registers metrics that the NameNode then registers again.
            DefaultMetricsSystem.setMiniClusterMode(true);
            if (isSecond(conf)) {
                bootstrap(conf);
            } else {
                NameNode.format(conf);
            }
        }
        NameNode nameNode = NameNode.createNameNode(args, conf);
        ManagementFactory.getPlatformMBeanServer()
                .registerMBean(new Freeze(nameNode.getNamesystem()), new ObjectName("io.tiercel.testkit:type=Freeze"));
        nameNode.join();
    }

    private static boolean isSecond(Configuration conf) {
        return "nn2".equals(conf.get("dfs.ha.namenode.id"));
    }

    private static void bootstrap(Configuration conf) throws IOException {
        int code;
        try {
            BootstrapStandby tool = new BootstrapStandby();
            tool.setConf(conf);
            code = tool.run(new String[] {"-nonInteractive"});
        } catch (Exception e) {
            throw new IOException("the namespace could not be copied", e);
        }
        if (code != 0) {
            throw new IOException("the namespace could not be copied: exit code " + code);
        }
    }

    /** Lets a NameNode stop answering for a while, without dying: its process and its connections stay. */
    public interface FreezeMBean {
        /** From the return of this on, calls on the namespace wait. */
        void freeze() throws InterruptedException, ExecutionException;

        /** Lets the waiting calls go on. */
        void thaw() throws InterruptedException, ExecutionException;
    }

    /** Holds the namespace's lock, as a NameNode in deep trouble does. */
    private static final class Freeze implements FreezeMBean {
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
}
