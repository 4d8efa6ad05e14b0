package io.tiercel.suites;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tiercel.suites.app.ReadingApplication;
import io.tiercel.testkit.LiveFiles;
import io.tiercel.testkit.s3.S3Server;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Each Spark with each HDFS that we support, as processes of their own with the jars of their versions. One application reads every kind of
 * file: from HDFS, part of it from memory, and from S3 through a cache. Its recorded decisions are proved. Prints a table at the end.
 */
final class VersionMatrixIT {
    private static final String JOB = "matrix";
    private static final String BUCKET = "shared";

    private record Pair(String spark, String hdfs) {}

    /** The newest pair runs in other modules in every build: scenes, faults, memory. */
    private static final List<Pair> IN_EACH_BUILD = List.of(
            new Pair("3.5-2.12", "3.3"), new Pair("4.0", "3.3"), new Pair("3.5", "3.4"), new Pair("4.1", "3.5"));

    /** One line of the table. */
    private record Row(SparkVersion spark, HdfsOfVersion hdfs, String policy, int stages, int proved, long seconds) {
        static final String HEAD =
                """
                | Spark | Scala | its Hadoop client | HDFS | policy | stages | decisions proved | seconds |
                | --- | --- | --- | --- | --- | --- | --- | --- |""";

        @Override
        public String toString() {
            return Stream.of(
                            spark.exact(),
                            spark.scala(),
                            spark.hadoop(),
                            hdfs.exact(),
                            policy,
                            Integer.toString(stages),
                            Integer.toString(proved),
                            Long.toString(seconds))
                    .collect(Collectors.joining(" | ", "| ", " |"));
        }
    }

    private static final List<Row> TABLE = new ArrayList<>();

    @TempDir
    private static Path objects;

    private static S3Server s3;
    private static Optional<HdfsOfVersion> running = Optional.empty();

    @TempDir
    private Path directory;

    @BeforeAll
    static void startS3() throws Exception {
        s3 = S3Server.start(objects, BUCKET);
        ReadingInput.<Exception>write(
                (path, content) -> s3.put(BUCKET, path, content.getBytes(StandardCharsets.UTF_8)));
    }

    @ParameterizedTest
    @FieldSource("IN_EACH_BUILD")
    void readsAndExplains(Pair pair) throws IOException {
        run(pair.spark(), pair.hdfs(), "tiercel");
    }

    @ParameterizedTest
    @Tag("slow")
    @MethodSource("allOthers")
    void readsAndExplainsInAllPairs(Pair pair, String policy) throws IOException {
        run(pair.spark(), pair.hdfs(), policy);
    }

    /** By HDFS, so that each starts once. */
    static List<Arguments> allOthers() {
        List<Arguments> all = new ArrayList<>();
        for (String hdfs : HdfsOfVersion.names()) {
            for (String spark : SparkVersion.names()) {
                var pair = new Pair(spark, hdfs);
                if (!IN_EACH_BUILD.contains(pair)) {
                    all.add(Arguments.of(pair, "tiercel"));
                }
            }
        }
        SparkVersion.names().forEach(spark -> all.add(Arguments.of(new Pair(spark, HdfsOfVersion.NEWEST), "trident")));
        return all;
    }

    /** For .ci/check-spark. */
    @ParameterizedTest
    @EnabledIfSystemProperty(named = "tiercel.spark.given", matches = ".+")
    @ValueSource(strings = {"tiercel", "trident"})
    void theGivenReadsAndExplains(String policy) throws IOException {
        run("given", HdfsOfVersion.NEWEST, policy);
    }

    private void run(String sparkName, String hdfsName, String policy) throws IOException {
        long begun = System.nanoTime();
        var spark = new SparkVersion(sparkName);
        HdfsOfVersion hdfs = hdfs(hdfsName);
        Command.run(
                directory,
                List.of(
                        "prefetch",
                        "--wait",
                        "--coordinator",
                        hdfs.coordinator(),
                        "--job",
                        JOB,
                        hdfs.input() + "/text"));

        ApplicationRun.Answers answers;
        try (var cluster = StandaloneCluster.start(spark.home(), directory, hdfs.hosts())) {
            var arguments =
                    List.of(hdfs.input(), hdfs.uri() + "/" + directory.getFileName(), "s3a://" + BUCKET + "/text");
            answers = new ApplicationRun(spark.home(), directory, ReadingApplication.class, arguments)
                    .on(cluster.master(), settings(spark, hdfs, policy));
        }

        ReadingInput.assertAnswered(answers, spark.exact(), ReadingApplication.SHARED);
        List<JsonNode> stages = StageRecords.summaries(records());
        assertThat(stages)
                .as("stages that read files")
                .hasSize(ReadingApplication.STAGES + ReadingApplication.SHARED)
                .allSatisfy(stage -> assertThat(stage.get("policy").asText()).isEqualTo(policy));
        assertReadsOfHdfs(stages.subList(0, ReadingApplication.STAGES));
        assertThat(cachedPages()).as("pages of S3 in the cache").isEqualTo(ReadingInput.FILES);
        int proved = assertProved();
        long seconds = (System.nanoTime() - begun) / 1_000_000_000;
        TABLE.add(new Row(spark, hdfs, policy, stages.size(), proved, seconds));
    }

    private Map<String, String> settings(SparkVersion spark, HdfsOfVersion hdfs, String policy) throws IOException {
        var all = spark.plugin(spark.s3aJars());
        S3Server.hadoopKeys(s3.port()).forEach((key, value) -> all.put("spark.hadoop." + key, value));
        all.put("spark.tiercel.cache.directory", cache().toString());
        all.put("spark.tiercel.policy", policy);
        all.put("spark.tiercel.record.dir", records().toString());
        all.put("spark.tiercel.coordinator", hdfs.coordinator());
        all.put("spark.tiercel.job", JOB);
        all.put("spark.executor.memory", "512m");
        all.put("spark.scheduler.minRegisteredResourcesRatio", "1.0");
        return all;
    }

    private Path records() {
        return directory.resolve("records");
    }

    private Path cache() {
        return directory.resolve("cache");
    }

    private long cachedPages() throws IOException {
        return LiveFiles.pages(cache()).size();
    }

    private static void assertReadsOfHdfs(List<JsonNode> stages) {
        assertThat(stages).allSatisfy(stage -> {
            int all = stage.get("tasks").asInt();
            assertThat(tasks(stage, "possible", "MEMORY", "SSD", "HDD"))
                    .as("tasks that could read on a host of their input, of %s", stage)
                    .isEqualTo(all);
            assertThat(tasks(stage, "happened", "MEMORY", "SSD", "HDD"))
                    .as("tasks that did, of %s", stage)
                    .isEqualTo(all);
        });
        assertThat(stages.stream().mapToInt(stage -> tasks(stage, "happened", "MEMORY")))
                .as("tasks that read from memory, by stage")
                .anyMatch(tasks -> tasks > 0);
    }

    private static int tasks(JsonNode stage, String what, String... places) {
        return Stream.of(places)
                .mapToInt(place -> stage.get(what).path(place).asInt())
                .sum();
    }

    /** How many plans and rounds there were. All have been proved, else the command fails. */
    private int assertProved() throws IOException {
        var line = new ArrayList<>(List.of("replay", "--check"));
        StageRecords.decisionFiles(records()).forEach(file -> line.add(file.toString()));
        String output = Command.run(directory, line);
        List<String> proved = output.lines()
                .filter(answer -> answer.endsWith("; proved") || answer.contains("\"check\":\""))
                .toList();
        assertThat(proved)
                .as("answers of tiercel replay --check")
                .hasSizeGreaterThanOrEqualTo(ReadingApplication.STAGES);
        return proved.size();
    }

    private static HdfsOfVersion hdfs(String name) throws IOException {
        if (running.isEmpty() || !running.get().name().equals(name)) {
            stopHdfs();
            running = Optional.of(HdfsOfVersion.start(name));
            ReadingInput.write(running.get()::write);
        }
        return running.get();
    }

    @AfterAll
    static void stopHdfs() {
        running.ifPresent(HdfsOfVersion::close);
        running = Optional.empty();
    }

    @AfterAll
    static void stopS3() {
        s3.close();
    }

    @AfterAll
    static void print() {
        System.out.println(Row.HEAD);
        TABLE.forEach(System.out::println);
    }
}
