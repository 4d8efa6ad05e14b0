package io.tiercel.cli.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.cli.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MapReduceCommandTest {
    @TempDir
    private Path directory;

    @Test
    void aMistypedKeyIsRefusedWithTheNearest() {
        CommandRun run = CommandRun.of("mapreduce", "-D", "tiercel.mapreduce.polcy=stock", "--", "sh", "-c", "exit 7");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.errLines())
                .containsExactly("tiercel mapreduce: -D tiercel.mapreduce.polcy: no such key under tiercel.;"
                        + " did you mean tiercel.mapreduce.policy?");
    }

    @Test
    void aBadValueIsRefused() {
        CommandRun run = CommandRun.of("mapreduce", "-D", "tiercel.coordinator=here", "--", "true");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.errLines()).hasSize(1);
        assertThat(run.err()).startsWith("tiercel mapreduce: -D tiercel.coordinator: expected ");
    }

    @Test
    void keysOfOthersAndOfCachesAreTheJobs() {
        CommandRun run = CommandRun.of(
                "mapreduce",
                "-D",
                "mapreduce.job.polcy=x",
                "-D",
                "tiercel.cache.directory=/tmp/c",
                "-D",
                "tiercel.hive.hint=false",
                "sh",
                "-c",
                "exit 7");

        assertThat(run.exitCode()).isEqualTo(7);
    }

    @Test
    void theVariableNamesTheCoordinatorUnlessAKeyDoes() throws IOException {
        assertThat(coordinator("here:1")).contains("<value>here:1</value>");
        assertThat(coordinator("here:1", "-D", "tiercel.coordinator=there:2"))
                .contains("<value>there:2</value>")
                .doesNotContain("here:1");
        assertThat(coordinator(" ")).doesNotContain("tiercel.coordinator");

        assertThat(coordinator("here", "-D", "tiercel.coordinator=there:2")).contains("there:2");

        CommandRun bad = CommandRun.in(Map.of("TIERCEL_COORDINATOR", "here"), "mapreduce", "true");
        assertThat(bad.exitCode()).isEqualTo(2);
        assertThat(bad.err()).startsWith("tiercel mapreduce: TIERCEL_COORDINATOR: expected ");
    }

    /** The configuration that the command sees, written by itself. */
    private String coordinator(String variable, String... options) throws IOException {
        String home = System.getProperty("tiercel.home");
        Path jars = Files.createDirectories(directory.resolve("bundle-mapreduce/target"));
        Path written = directory.resolve("written.xml");
        Files.writeString(jars.resolve("tiercel-mapreduce-1.jar"), "");
        System.setProperty("tiercel.home", directory.toString());
        try {
            Path conf = Files.createDirectories(directory.resolve("conf"));
            String[] command = {"sh", "-c", "cp \"$HADOOP_CONF_DIR/mapred-site.xml\" " + written};
            CommandRun run = CommandRun.in(
                    Map.of("HADOOP_CONF_DIR", conf.toString(), "TIERCEL_COORDINATOR", variable),
                    Stream.of(new String[] {"mapreduce"}, options, command)
                            .flatMap(Stream::of)
                            .toArray(String[]::new));
            assertThat(run.exitCode()).as(run.err()).isZero();
        } finally {
            System.setProperty("tiercel.home", home);
        }
        return Files.readString(written);
    }
}
