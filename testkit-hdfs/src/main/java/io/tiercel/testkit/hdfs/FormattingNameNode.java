package io.tiercel.testkit.hdfs;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;

/** A stock NameNode that formats its directory first if it is new, in the same process: that saves one start of a JVM. */
public final class FormattingNameNode {
    private FormattingNameNode() {}

    public static void main(String[] args) throws IOException {
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
        NameNode.createNameNode(args, conf).join();
    }
}
