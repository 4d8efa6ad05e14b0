package io.tiercel.testkit.hdfs;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.management.JMException;
import javax.management.ObjectName;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
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
            NameNode.format(conf);
        }
        NameNode nameNode = NameNode.createNameNode(args, conf);
        ManagementFactory.getPlatformMBeanServer()
                .registerMBean(new Freeze(nameNode.getNamesystem()), new ObjectName(FreezeMBean.NAME));
        nameNode.join();
    }
}
