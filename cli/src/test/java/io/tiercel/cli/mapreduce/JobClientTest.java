package io.tiercel.cli.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class JobClientTest {
    private static final Path JAR = Path.of("/jars/tiercel-mapreduce-1.jar");
    private static final String OPTIONS = "yarn.app.mapreduce.am.command-opts";
    private static final String MASTER = "org.apache.hadoop.mapreduce.v2.app.TiercelAppMaster";

    @TempDir
    private Path users;

    @Test
    void jobsGetTheMasterAndTheJar() throws Exception {
        Files.writeString(users.resolve("core-site.xml"), site("fs.defaultFS", "hdfs://here"));
        Files.writeString(users.resolve("mapred-site.xml"), site(OPTIONS, "-Xmx${size}", "tmpjars", "file:/a.jar"));

        Path written;
        try (JobClient client = client(Map.of("tiercel.coordinator", "here:1"), "hadoop", "jar", "job.jar")) {
            written = Path.of(client.environment().get("HADOOP_CONF_DIR"));
            Configuration site = read(written.resolve("mapred-site.xml"));
            assertThat(site.getRaw(OPTIONS)).startsWith("-Xmx${size} $(for ").contains(MASTER);
            assertThat(site.get("tmpjars")).isEqualTo("file:/a.jar,file:///jars/tiercel-mapreduce-1.jar");
            assertThat(site.get("tiercel.coordinator")).isEqualTo("here:1");
            assertThat(read(written.resolve("core-site.xml")).get("fs.defaultFS"))
                    .isEqualTo("hdfs://here");
            assertThat(client.command()).containsExactly("hadoop", "jar", "job.jar");
            assertThat(client.warnings()).isEmpty();
        }
        assertThat(written).doesNotExist();
        assertThat(users.resolve("core-site.xml")).exists();
    }

    /** Hadoop itself writes the placeholder behind these options, where it would be an argument of our class. */
    @Test
    void theJdksOptionsStandInFrontOfTheClass() throws Exception {
        Files.writeString(users.resolve("mapred-site.xml"), site("mapreduce.jvm.add-opens-as-default", "true"));
        assertThat(options(Map.of())).startsWith("-Xmx1024m <ADD_OPENS> $(for ");
        assertThat(options(Map.of(OPTIONS, "<ADD_OPENS> -Xmx1g"))).startsWith("<ADD_OPENS> -Xmx1g $(for ");
        assertThat(options(Map.of("mapreduce.jvm.add-opens-as-default", "false")))
                .startsWith("-Xmx1024m $(for ");
    }

    private String options(Map<String, String> keys) throws JobClient.NotPossible {
        try (JobClient client = client(keys, "hadoop")) {
            Path written = Path.of(client.environment().get("HADOOP_CONF_DIR"));
            return read(written.resolve("mapred-site.xml")).getRaw(OPTIONS);
        }
    }

    @Test
    void jarsOnTheCommandLineGetOursBesideThem() throws Exception {
        try (JobClient client = client(Map.of(), "hadoop", "jar", "job.jar", "-libjars", "a.jar", "in")) {
            assertThat(client.command())
                    .containsExactly(
                            "hadoop", "jar", "job.jar", "-libjars", "a.jar,file:///jars/tiercel-mapreduce-1.jar", "in");
        }
    }

    @Test
    void optionsThatKeepTheMasterAwayAreTold() throws Exception {
        try (JobClient client = client(Map.of(), "hadoop", "jar", "job.jar", "-D", OPTIONS + "=-Xmx2g")) {
            assertThat(client.warnings()).singleElement().asString().contains("overrides our master");
        }
    }

    /** Jobs read yarn-site.xml after mapred-site.xml, where our keys are. */
    @Test
    void aFileThatOverridesAKeyIsTold() throws Exception {
        Files.writeString(users.resolve("yarn-site.xml"), site("tiercel.coordinator", "there:2"));
        try (JobClient client = client(Map.of("tiercel.coordinator", "here:1"), "hadoop")) {
            assertThat(client.warnings())
                    .containsExactly(users.resolve("yarn-site.xml")
                            + ": tiercel.coordinator is set there too, and jobs use that value");
        }
        try (JobClient client = client(Map.of("tiercel.mapreduce.policy", "quartet"), "hadoop")) {
            assertThat(client.warnings()).isEmpty();
        }
    }

    @Test
    void whatIsInTheWayIsNamed() throws Exception {
        Files.writeString(users.resolve("mapred-site.xml"), site("mapreduce.job.classloader", "true"));
        assertThatThrownBy(() -> client(Map.of(), "hadoop"))
                .isInstanceOf(JobClient.NotPossible.class)
                .hasMessageStartingWith("mapreduce.job.classloader=true");

        Files.writeString(users.resolve("mapred-site.xml"), "<configuration>");
        assertThatThrownBy(() -> client(Map.of(), "hadoop"))
                .isInstanceOf(JobClient.NotPossible.class)
                .hasMessageContaining("mapred-site.xml: cannot be read: line 1: ")
                .hasMessageNotContaining("\n");

        assertThatThrownBy(() -> new JobClient(Map.of(), JAR, Map.of(), List.of()))
                .isInstanceOf(JobClient.NotPossible.class)
                .hasMessageContaining("expected HADOOP_CONF_DIR or HADOOP_HOME in the environment");
    }

    /** As the launcher's script does it, within double quotes. */
    @Test
    void theClassIsNamedOnlyWhereTheJarIs() throws Exception {
        assertThat(launched()).isEqualTo("java -Xmx1g  Stock");
        Files.createFile(Files.createDirectory(users.resolve("libjars")).resolve("t-1.jar"));
        assertThat(launched()).isEqualTo("java -Xmx1g " + MASTER + " Stock");
        Files.createFile(users.resolve("t-1.jar"));
        assertThat(launched()).isEqualTo("java -Xmx1g " + MASTER + " Stock");
    }

    private String launched() throws IOException, InterruptedException {
        Process shell = new ProcessBuilder(
                        "bash", "-c", "echo \"java -Xmx1g " + JobClient.classIfThere("t-1.jar") + " Stock\"")
                .directory(users.toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(shell.getInputStream().readAllBytes()).strip();
        assertThat(shell.waitFor()).isZero();
        return said;
    }

    private JobClient client(Map<String, String> keys, String... command) throws JobClient.NotPossible {
        return new JobClient(Map.of("HADOOP_CONF_DIR", users.toString()), JAR, keys, List.of(command));
    }

    private static Configuration read(Path file) {
        Configuration conf = new Configuration(false);
        conf.addResource(new org.apache.hadoop.fs.Path(file.toUri()));
        conf.size();
        return conf;
    }

    private static String site(String... entries) {
        StringBuilder text = new StringBuilder("<configuration>");
        for (int i = 0; i < entries.length; i += 2) {
            text.append("<property><name>").append(entries[i]).append("</name><value>");
            text.append(entries[i + 1]).append("</value></property>");
        }
        return text.append("</configuration>\n").toString();
    }
}
