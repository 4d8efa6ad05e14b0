package io.tiercel.cli.doctor.evidence;

import io.tiercel.hdfs.probe.ClusterFacts;
import io.tiercel.hdfs.probe.ClusterProbe;
import io.tiercel.model.Tier;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Asks HDFS in a process of its own: with the Hadoop client in Spark's {@code jars}, so that it sees what Spark will see, or with that of this
 * command if there is no Spark. If it is late, the facts that it has printed by then count.
 */
public final class HdfsProbe implements AutoCloseable {
    private static final int SECONDS_AT_MOST = 40;

    private final Process process;
    private final Path output;

    private HdfsProbe(Process process, Path output) {
        this.process = process;
        this.output = output;
    }

    /**
     * Begins to ask.
     *
     * @param uri the file system or directory to ask about; empty for the one that the configuration names
     * @throws IOException if no process can be started
     */
    public static HdfsProbe start(
            Optional<SparkInstallation> spark, Optional<String> uri, Map<String, String> environment)
            throws IOException {
        List<String> command = new ArrayList<>(List.of(
                java(), "-XX:+UseSerialGC", "-cp", classPath(spark, environment), ClusterProbe.class.getName()));
        uri.ifPresent(command::add);
        Path output = Files.createTempFile("tiercel-doctor", ".txt");
        try {
            // The Hadoop client's log is dropped: its errors come back as facts.
            ProcessBuilder builder = new ProcessBuilder(command)
                    .redirectOutput(output.toFile())
                    .redirectError(ProcessBuilder.Redirect.DISCARD);
            builder.environment().putAll(environment);
            return new HdfsProbe(builder.start(), output);
        } catch (IOException e) {
            Files.delete(output);
            throw e;
        }
    }

    private static String classPath(Optional<SparkInstallation> spark, Map<String, String> environment) {
        List<String> entries = new ArrayList<>();
        Stream.of("HADOOP_CONF_DIR", "YARN_CONF_DIR")
                .map(variable -> environment.getOrDefault(variable, ""))
                .filter(directory -> !directory.isBlank())
                .forEach(entries::add);
        if (spark.isPresent()) {
            entries.add(spark.get().home().confDir().toString());
            // All of ours that the probe needs; the command's other libraries must not hide Spark's.
            entries.add(place(ClusterProbe.class));
            entries.add(place(Tier.class));
            entries.add(spark.get().home().jars().resolve("*").toString());
        } else {
            entries.add(System.getProperty("java.class.path"));
        }
        return String.join(File.pathSeparator, entries);
    }

    /** The jar, or directory, that a class of ours comes from. */
    private static String place(Class<?> ours) {
        try {
            return Path.of(ours.getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(ours + ": " + e.getMessage(), e);
        }
    }

    private static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    /** Waits until all is seen, or it is late. */
    public Seen<ClusterFacts> await() throws IOException, InterruptedException {
        boolean ended = process.waitFor(SECONDS_AT_MOST, TimeUnit.SECONDS);
        ClusterFacts facts = ClusterFacts.parse(Files.readAllLines(output));
        if (!facts.isEmpty()) {
            return Seen.of(facts);
        }
        return ended
                ? Seen.broken(
                        "HDFS was not asked: the Hadoop client ended with exit code " + process.exitValue(),
                        "see what 'hdfs dfs -ls /' says, if nothing above tells why")
                : Seen.broken(
                        "HDFS did not answer within " + SECONDS_AT_MOST + " seconds",
                        "see whether 'hdfs dfs -ls /' does");
    }

    @Override
    public void close() throws IOException {
        process.destroyForcibly();
        Files.deleteIfExists(output);
    }
}
