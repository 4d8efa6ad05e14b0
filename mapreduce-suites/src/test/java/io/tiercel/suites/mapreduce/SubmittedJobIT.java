package io.tiercel.suites.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.cli.ChildProcess;
import io.tiercel.cli.mapreduce.JobClient;
import io.tiercel.testkit.SharedCluster;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** {@code tiercel mapreduce -- hadoop jar …}: a program as users have them, with their own configuration. */
final class SubmittedJobIT {
    private static final String OPTIONS = "yarn.app.mapreduce.am.command-opts";

    @RegisterExtension
    static final SharedCluster<JobCluster> CLUSTER = JobCluster.SHARED;

    private final JobCluster cluster = CLUSTER.get();

    @TempDir
    private Path directory;

    @Test
    void theJobHasOurMasterWhereTheJarIsAndHadoopsElse() throws Exception {
        Path conf = configuration();
        Path jar = Path.of(System.getProperty("tiercel.mapreduce.jar"));

        List<String> ours = countWords(conf, jar, "submitted");
        assertThat(log(ours)).contains("Tiercel: policy trident assigns maps");

        // The program replaces the list of jars, so ours does not come with the job.
        List<String> stock =
                countWords(conf, jar, "jarless", "-Dtmpjars=" + program().toUri());
        assertThat(log(stock)).isNotEmpty().doesNotContain("Tiercel");
        assertThat(cluster.words.counted("submitted"))
                .hasSize(JobCluster.NODES + 1)
                .isEqualTo(cluster.words.counted("jarless"));
    }

    /** As users have it: no class of ours anywhere. */
    private Path configuration() throws IOException {
        Path written = Files.createDirectory(directory.resolve("conf"));
        Configuration all = cluster.conf(Map.of("mapreduce.application.classpath", "/nothing"));
        String options = all.get(OPTIONS).replace(JobCluster.MASTER, "").strip();
        all.unset(OPTIONS);
        for (String name : List.of("core-site.xml", "yarn-site.xml")) {
            write(all, written.resolve(name));
        }
        Configuration mapred = new Configuration(false);
        mapred.set(OPTIONS, options);
        write(mapred, written.resolve("mapred-site.xml"));
        return written;
    }

    private static void write(Configuration conf, Path file) throws IOException {
        try (OutputStream out = Files.newOutputStream(file)) {
            conf.writeXml(out);
        }
    }

    /** Some jar without a main class: the program's class is on the class path. */
    private static Path program() {
        return Arrays.stream(classPath().split(File.pathSeparator))
                .filter(jar -> jar.contains("hadoop-mapreduce-client-jobclient"))
                .map(Path::of)
                .findFirst()
                .orElseThrow();
    }

    private static String classPath() {
        try {
            return Files.readString(Path.of(System.getProperty("tiercel.hadoop.classpath")))
                    .strip();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    /** Runs a job, and returns the applications that have come with it. */
    private List<String> countWords(Path conf, Path jar, String output, String... options) throws Exception {
        Path hadoop = directory.resolve("hadoop");
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Path classes = Path.of("target", "test-classes").toAbsolutePath();
        Files.writeString(
                hadoop,
                "#!/bin/sh\nshift\nexec " + java + " -Xmx300m -cp \"$HADOOP_CONF_DIR:" + classes + ":" + classPath()
                        + "\" org.apache.hadoop.util.RunJar \"$@\"\n");
        assertThat(hadoop.toFile().setExecutable(true)).isTrue();
        List<String> command =
                new ArrayList<>(List.of(hadoop.toString(), "jar", program().toString(), CountWords.class.getName()));
        command.addAll(List.of(options));
        command.addAll(List.of("/input-" + JobCluster.NODES, "/output/" + output));
        List<String> before = cluster.applications();
        try (JobClient client = new JobClient(Map.of("HADOOP_CONF_DIR", conf.toString()), jar, Map.of(), command)) {
            assertThat(ChildProcess.run(client.command(), client.environment()))
                    .as(output)
                    .isZero();
        }
        List<String> after = new ArrayList<>(cluster.applications());
        after.removeAll(before);
        return after;
    }

    private String log(List<String> applications) throws IOException {
        assertThat(applications).hasSize(1);
        return cluster.masterLog(applications.get(0));
    }
}
