package io.tiercel.hdfs.probe;

import io.tiercel.hdfs.FileErrors;
import io.tiercel.hdfs.probe.Fact.Kind;
import io.tiercel.hdfs.probe.Fact.Question;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorageReport;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.util.VersionInfo;

/**
 * Asks an HDFS, with the user's own Hadoop client, what {@code tiercel doctor} wants to know. A program of its own, because the Hadoop
 * client of the command may be another one; it prints {@link Fact}s. It judges nothing.
 */
public final class ClusterProbe {
    private final Configuration conf;
    private final Consumer<Fact> seen;

    private ClusterProbe(Configuration conf, Consumer<Fact> seen) {
        this.conf = conf;
        this.seen = seen;
    }

    /** @param args a file system or directory; {@code fs.defaultFS} if absent */
    public static void main(String[] args) {
        new ClusterProbe(patientForSeconds(new Configuration()), fact -> {
                    System.out.println(fact.line());
                    System.out.flush();
                })
                .probe(args.length > 0 ? args[0] : "/");
        // A thread of the Hadoop client may still try to reach somebody.
        System.exit(0);
    }

    /** A person waits for the answer: a NameNode that does not answer is reported after seconds instead of minutes. */
    private static Configuration patientForSeconds(Configuration conf) {
        conf.setInt("ipc.client.connect.timeout", 5_000);
        conf.setInt("ipc.client.rpc-timeout.ms", 10_000);
        conf.setInt("ipc.client.connect.max.retries", 1);
        conf.setInt("ipc.client.connect.max.retries.on.timeouts", 0);
        conf.setInt("dfs.client.failover.max.attempts", 2);
        return conf;
    }

    private void probe(String where) {
        if (conf.getResource("core-site.xml") != null) {
            fact(Kind.CONFIGURATION, conf.getResource("core-site.xml"));
        }
        fact(Kind.CLIENT, VersionInfo.getVersion());
        Path path;
        FileSystem fileSystem;
        try {
            path = new Path(where);
            URI uri = path.isAbsoluteAndSchemeAuthorityNull() ? FileSystem.getDefaultUri(conf) : path.toUri();
            String directory = path.toUri().getPath();
            fact(Kind.TARGET, uri, directory.isEmpty() ? "/" : directory);
            fileSystem = path.getFileSystem(conf);
            fileSystem.getFileStatus(new Path("/"));
            fact(Kind.REACHED);
        } catch (IOException | RuntimeException e) {
            failed(Question.REACH, reason(FileErrors.message(e)));
            return;
        }
        if (fileSystem instanceof DistributedFileSystem hdfs) {
            probe(hdfs, path.toUri().getPath().isEmpty() ? new Path(path, "/") : path);
        } else {
            fact(Kind.NO_HDFS, fileSystem.getUri(), fileSystem.getClass().getSimpleName());
        }
    }

    /** The Hadoop client's words without what says nothing to a user. */
    private static String reason(String message) {
        if (message.contains("RPC response has a length of") || message.contains("RPC response exceeds maximum")) {
            return "something else answers there; the port of the NameNode's RPC is wanted, as in fs.defaultFS";
        }
        return message.replaceFirst("; For more details see:.*", "")
                .replaceFirst("\\.? ch : java\\.nio\\.[^\\]]*\\]", "");
    }

    private void probe(DistributedFileSystem hdfs, Path path) {
        ask(Question.NODES, () -> nodes(hdfs));
        boolean isThere = ask(Question.PATH, () -> {
            if (!hdfs.exists(path)) {
                throw new FileNotFoundException(path + ": expected a directory or file, there is none");
            }
        });
        if (isThere) {
            ask(Question.SAMPLE, () -> StorageSample.of(hdfs, path).tell(seen));
            ask(
                    Question.POLICY,
                    () -> fact(Kind.POLICY, hdfs.getStoragePolicy(path).getName()));
        }
    }

    private void nodes(DistributedFileSystem hdfs) throws IOException {
        DatanodeStorageReport[] reports = hdfs.getClient().getDatanodeStorageReport(DatanodeReportType.LIVE);
        for (DatanodeStorageReport report : reports) {
            DatanodeInfo node = report.getDatanodeInfo();
            String types = Arrays.stream(report.getStorageReports())
                    .map(storage -> String.valueOf(storage.getStorage().getStorageType()))
                    .distinct()
                    .sorted()
                    .collect(Collectors.joining(","));
            String version = String.valueOf(node.getSoftwareVersion());
            fact(Kind.NODE, node.getDatanodeUuid(), node.getHostName(), version, types);
        }
        fact(Kind.NODES, reports.length);
    }

    private interface Asked {
        void ask() throws IOException;
    }

    /** Whether there was an answer. */
    private boolean ask(Question question, Asked asked) {
        try {
            asked.ask();
            return true;
        } catch (IOException e) {
            IOException cause = FileErrors.unwrapped(e);
            boolean isForSuperuser = question == Question.NODES && cause instanceof AccessControlException;
            failed(question, isForSuperuser ? "only HDFS' superuser may list DataNodes" : FileErrors.message(cause));
        } catch (RuntimeException e) {
            failed(question, FileErrors.line(e));
        }
        return false;
    }

    private void failed(Question question, String why) {
        fact(Kind.FAILED, question, why);
    }

    private void fact(Kind kind, Object... fields) {
        seen.accept(Fact.of(kind, fields));
    }
}
