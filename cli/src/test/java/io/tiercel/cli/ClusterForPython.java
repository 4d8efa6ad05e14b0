package io.tiercel.cli;

import io.tiercel.testkit.ClusterBuilder;
import io.tiercel.testkit.TieredCluster;
import io.tiercel.testkit.secure.KerberosRealm;
import java.io.BufferedReader;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.security.Credentials;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * A cluster with two coordinators for the tests of the Python package, which start this program: {@code simple DIRECTORY}, or
 * {@code kerberos DIRECTORY} with tokens of alice and bob. The directory must be there and empty.
 *
 * <p>Standard output has a line {@code KEY=VALUE} for each thing to know, then {@code ready}. A line of standard input is a request, words
 * with blanks between them; its answer is one line, {@code ok VALUE} or {@code error REASON}. The whole cluster ends
 * when standard input ends: so also when the tests are killed.
 */
public final class ClusterForPython implements AutoCloseable {
    private static final List<String> PEOPLE = List.of("alice", "bob");

    private final Path directory;
    private final Optional<KerberosRealm> realm;
    private final TieredCluster hdfs;

    private ClusterForPython(Path directory, boolean secure, int port) throws IOException {
        this.directory = directory;
        this.realm = secure
                ? Optional.of(KerberosRealm.start(directory, TwoCoordinators.NODES, PEOPLE.toArray(String[]::new)))
                : Optional.empty();
        ClusterBuilder cluster = TieredCluster.builder()
                .nodes(TwoCoordinators.NODES)
                .hdfsKey("dfs.permissions.enabled", "true")
                .hdfsKey("tiercel.coordinator.files.age", "0s");
        realm.ifPresent(cluster::secured);
        this.hdfs = TwoCoordinators.start(cluster, port);
    }

    public static void main(String[] arguments) throws Exception {
        PrintStream answers = System.out;
        // The rest of the output is for people.
        System.setOut(System.err);
        int port = MemoryCluster.freePort();
        try (ClusterForPython cluster =
                new ClusterForPython(Path.of(arguments[1]), arguments[0].equals("kerberos"), port)) {
            answers.println("coordinators=127.0.0.1:" + port + ",127.0.1.1:" + port);
            answers.println("hdfs=" + cluster.hdfs.hdfsUri());
            answers.println("conf=" + cluster.hdfs.hadoopConfDir());
            answers.println("hosts=" + String.join(",", cluster.hdfs.hosts()));
            answers.println("block=" + TwoCoordinators.BLOCK);
            if (cluster.realm.isPresent()) {
                answers.println("ca=" + cluster.directory.resolve("ca.pem"));
            }
            answers.println("ready");
            cluster.serve(answers);
        }
        // Hadoop leaves threads behind.
        System.exit(0);
    }

    private void serve(PrintStream answers) throws IOException {
        BufferedReader requests = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = requests.readLine(); line != null; line = requests.readLine()) {
            try {
                answers.println("ok " + answer(List.of(line.split(" "))));
            } catch (Exception e) {
                answers.println("error " + String.valueOf(e.getMessage()).replace('\n', ' '));
            }
        }
    }

    private String answer(List<String> request) throws Exception {
        String word = request.size() > 1 ? request.get(1) : "";
        switch (request.get(0)) {
            case "write" -> write(word, Integer.parseInt(request.get(2)), request.get(3));
            case "text" -> text(word, Integer.parseInt(request.get(2)), request.get(3));
            case "delete" -> hdfs.fileSystem().delete(path(word), true);
            case "home" -> hdfs.makeHome(word);
            case "devices" -> {
                hdfs.bandwidth("SSD", Long.parseLong(word));
                hdfs.bandwidth("DISK", Long.parseLong(word));
            }
            case "evict" -> hdfs.evictPageCache();
            case "locked" -> {
                return Long.toString(hdfs.lockedBytes());
            }
            case "kept" -> {
                return Boolean.toString(kept().contains(word));
            }
            case "fail-over" -> hdfs.failOverTo(Integer.parseInt(word));
            case "kill" -> hdfs.nameNode(Integer.parseInt(word)).kill();
            case "signal" -> hdfs.nameNode(Integer.parseInt(word)).signal(request.get(2));
            case "start" -> hdfs.startNameNode(Integer.parseInt(word));
            case "token" -> {
                return token(word).toString();
            }
            case "rotate" -> realm.orElseThrow().certificates().rotate();
            default -> throw new IllegalArgumentException("expected a request, got " + request);
        }
        return "";
    }

    private static org.apache.hadoop.fs.Path path(String name) {
        return new org.apache.hadoop.fs.Path(name);
    }

    /** A file that its owner may read, and with mode 644 everybody. */
    private void write(String name, int bytes, String mode) throws IOException {
        try (FSDataOutputStream out = hdfs.fileSystem().create(path(name))) {
            out.write(new byte[bytes]);
        }
        hdfs.fileSystem().setPermission(path(name), new FsPermission(mode));
    }

    /** A file of numbered lines, each of eleven bytes; it and its directory belong to somebody. */
    private void text(String name, int lines, String owner) throws IOException {
        try (FSDataOutputStream out = hdfs.fileSystem().create(path(name))) {
            for (int line = 0; line < lines; line++) {
                out.write(String.format(Locale.ROOT, "%010d\n", line).getBytes(StandardCharsets.US_ASCII));
            }
        }
        hdfs.fileSystem().setOwner(path(name), owner, owner);
        hdfs.fileSystem().setOwner(path(name).getParent(), owner, owner);
    }

    /** The state that outlives a coordinator: a file of hints, in which names are plain text; empty if there is none. */
    private String kept() throws IOException {
        try (FSDataInputStream in = hdfs.fileSystem().open(path("/system/tiercel/hints"))) {
            return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
        } catch (FileNotFoundException e) {
            return "";
        }
    }

    /** A file with a fresh delegation token of somebody, in the place of the one before, as {@code hdfs fetchdt} writes it. */
    private Path token(String person) throws IOException, InterruptedException {
        UserGroupInformation user = realm.orElseThrow().login(person);
        Credentials tokens = new Credentials();
        hdfs.as(user, fileSystem -> fileSystem.addDelegationTokens(person, tokens));
        Path file = directory.resolve(person + ".token");
        Path fresh = directory.resolve(person + ".token.new");
        tokens.writeTokenStorageFile(new org.apache.hadoop.fs.Path(fresh.toUri()), new Configuration());
        return Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING);
    }

    @Override
    public void close() {
        hdfs.close();
        realm.ifPresent(KerberosRealm::close);
    }
}
