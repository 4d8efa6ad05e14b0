package io.tiercel.cli.spark;

import io.tiercel.cli.spark.DoctorFinding.Level;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Has the user's own Hadoop client, the one in Spark's {@code jars}, ask HDFS: runs the probe in the plugin's jar as a process
 * of its own.
 */
final class HdfsCheck {
    private static final String PROBE = "io.tiercel.hdfs.probe.ClusterProbe";
    private static final int MINUTES_AT_MOST = 2;

    private HdfsCheck() {}

    /** @param uri the file system or directory to ask about; empty for the one that the configuration names */
    static List<DoctorFinding> of(
            SparkHome spark, Path pluginJar, Optional<String> uri, Map<String, String> environment)
            throws InterruptedException {
        List<String> classPath = new ArrayList<>();
        Stream.of("HADOOP_CONF_DIR", "YARN_CONF_DIR")
                .map(variable -> environment.getOrDefault(variable, ""))
                .filter(directory -> !directory.isBlank())
                .forEach(classPath::add);
        classPath.add(spark.confDir().toString());
        classPath.add(pluginJar.toString());
        classPath.add(spark.jars().resolve("*").toString());
        List<String> command =
                new ArrayList<>(List.of(java(), "-cp", String.join(File.pathSeparator, classPath), PROBE));
        uri.ifPresent(command::add);
        try {
            return run(command);
        } catch (IOException e) {
            return List.of(DoctorFinding.missing(
                    "HDFS was not asked: " + e.getMessage(), "see that " + command.get(0) + " can run"));
        }
    }

    private static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    private static List<DoctorFinding> run(List<String> command) throws IOException, InterruptedException {
        Path output = Files.createTempFile("tiercel-doctor", ".txt");
        try {
            // The Hadoop client's log is dropped: its errors come back as findings.
            Process probe = new ProcessBuilder(command)
                    .redirectOutput(output.toFile())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!probe.waitFor(MINUTES_AT_MOST, TimeUnit.MINUTES)) {
                probe.destroyForcibly();
                return List.of(DoctorFinding.missing(
                        "HDFS did not answer within " + MINUTES_AT_MOST + " minutes",
                        "see whether 'hdfs dfs -ls /' does"));
            }
            List<DoctorFinding> findings = Files.readAllLines(output).stream()
                    .map(HdfsCheck::finding)
                    .flatMap(Optional::stream)
                    .toList();
            return findings.isEmpty() ? List.of(notAsked(probe.exitValue(), command)) : findings;
        } finally {
            Files.delete(output);
        }
    }

    private static DoctorFinding notAsked(int exitCode, List<String> command) {
        return DoctorFinding.missing(
                "HDFS was not asked: Spark's Hadoop client ended with exit code " + exitCode,
                "see for yourself: " + String.join(" ", command));
    }

    /** Reads a line as {@code ClusterProbe} writes it; anything else on its standard output is passed over. */
    static Optional<DoctorFinding> finding(String line) {
        String[] fields = line.split("\t", -1);
        for (Level level : Level.values()) {
            if (level.name().toLowerCase(Locale.ROOT).equals(fields[0]) && fields.length > 1) {
                return Optional.of(new DoctorFinding(level, fields[1], fields.length > 2 ? fields[2] : ""));
            }
        }
        return Optional.empty();
    }
}
