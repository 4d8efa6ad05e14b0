package io.tiercel.demo.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.demo.data.TpchDataset;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The jobs over text in a Spark within this process, against the same worked out plainly. */
class SparkJobTest {
    private static SparkSession spark;
    private static InputTables tables;
    private static final List<String[]> LINES = new ArrayList<>();
    private static final Map<String, String> PRIORITY = new HashMap<>();

    @BeforeAll
    static void start(@TempDir Path directory) throws Exception {
        try (RawLocalFileSystem files = new RawLocalFileSystem()) {
            files.initialize(directory.toUri(), new Configuration(false));
            org.apache.hadoop.fs.Path root = new org.apache.hadoop.fs.Path(directory.toUri());
            for (TpchDataset data : List.of(
                    TpchDataset.ofSize(root, TpchDataset.Content.TEXT, 2 << 20, 1 << 18),
                    TpchDataset.ofSize(root, TpchDataset.Content.COLUMNS, 1 << 20, 1 << 18))) {
                for (Callable<Void> work : data.writers(List.of(files), bytes -> {})) {
                    work.call();
                }
            }
        }
        for (String line : lines(directory.resolve("text/lineitem"))) {
            LINES.add(line.split("\\|"));
        }
        for (String line : lines(directory.resolve("text/orders"))) {
            String[] fields = line.split("\\|");
            PRIORITY.put(fields[0], fields[5]);
        }
        spark = SparkSession.builder()
                .master("local[2]")
                .config("spark.ui.enabled", false)
                .config("spark.sql.shuffle.partitions", 2)
                .config("spark.local.dir", directory.toString())
                .config(
                        "spark.sql.warehouse.dir",
                        directory.resolve("warehouse").toString())
                .getOrCreate();
        tables = new InputTables(spark, directory.toUri().toString());
    }

    private static List<String> lines(Path directory) throws IOException {
        List<String> lines = new ArrayList<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".tbl")).toList()) {
                lines.addAll(Files.readAllLines(file));
            }
        }
        return lines;
    }

    @AfterAll
    static void stop() {
        spark.stop();
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"Q1", "Q12", "COMMENTS", "COPY", "MIX"})
    void everyRunReturnsTheSame(SparkJob job) {
        ResultDigest first = ResultDigest.of(job.run(tables));

        assertThat(first.rows()).isPositive();
        assertThat(ResultDigest.of(job.run(tables))).isEqualTo(first);
    }

    @ParameterizedTest
    @EnumSource
    void everyOneIsFoundByItsName(SparkJob job) {
        assertThat(SparkJob.named(job.id())).contains(job);
    }

    @Test
    void aCopyCountsTheSame(@TempDir Path target) {
        String copies = target.toUri().toString();
        spark.conf().set(SharedStorageJobs.COPY_FROM, tables.root());
        spark.conf().set(SharedStorageJobs.COPY_INTO, copies);
        spark.conf().set(SharedStorageJobs.COPIED, "text/lineitem");
        InputTables copied = new InputTables(spark, copies);

        assertThat(SparkJob.COPY.run(copied)).isNotEmpty().allSatisfy(row -> assertThat(row)
                .matches("part-.*[|][1-9]\\d*"));
        assertThat(SparkJob.COMPUTE.run(copied))
                .isEqualTo(SparkJob.COMPUTE.run(tables))
                .allSatisfy(row -> assertThat(row).startsWith(LINES.size() + "|"));
    }

    /** On two slots; the input has about 1.6 MiB. */
    @Test
    void computingTakesTheStatedTime() {
        spark.conf().set(SharedStorageJobs.COMPUTING, "1000");
        long before = System.nanoTime();
        try {
            SparkJob.COMPUTE.run(tables);
        } finally {
            spark.conf().unset(SharedStorageJobs.COMPUTING);
        }

        assertThat((System.nanoTime() - before) / 1e9).isBetween(0.6, 10.0);
    }

    @Test
    void theRangesOfASortHoldAllLinesAndDoNotOverlap() {
        List<String[]> ranges =
                SparkJob.SORT.run(tables).stream().map(row -> row.split("\\|")).toList();

        assertThat(ranges.stream().mapToLong(range -> Long.parseLong(range[0])).sum())
                .isEqualTo(LINES.size());
        assertThat(ranges).hasSize(2).isSortedAccordingTo((one, other) -> one[2].compareTo(other[1]));
    }

    @Test
    void everyWordIsCounted() {
        Map<String, Long> words = new HashMap<>();
        for (String[] line : LINES) {
            for (String word : String.join("|", line).split("[^a-zA-Z]+")) {
                if (!word.isEmpty()) {
                    words.merge(word, 1L, Long::sum);
                }
            }
        }

        assertThat(SparkJob.WORD_COUNT.run(tables))
                .containsExactlyInAnyOrderElementsOf(words.entrySet().stream()
                        .map(each -> each.getKey() + "|" + each.getValue())
                        .toList());
    }

    @Test
    void theIndexNamesEachWordOfTheComments() {
        Map<String, Long> places = new HashMap<>();
        for (String[] line : LINES) {
            LineItemFields.words(line[LineItemFields.COMMENT]).forEach(word -> places.merge(word, 1L, Long::sum));
        }

        Set<String> counts = new HashSet<>();
        SparkJob.INDEX.run(tables).stream()
                .map(row -> row.split("\\|"))
                .forEach(row -> counts.add(row[0] + " " + row[2]));
        assertThat(counts)
                .isEqualTo(new HashSet<>(places.entrySet().stream()
                        .map(each -> each.getKey() + " " + each.getValue())
                        .toList()));
    }

    @Test
    void theJoinFindsTheOrderOfEachLine() {
        Map<String, Long> counts = new HashMap<>();
        for (String[] line : LINES) {
            if (line[LineItemFields.SHIP_DATE].matches("199[45].*")) {
                counts.merge(PRIORITY.get(line[LineItemFields.ORDER]), 1L, Long::sum);
            }
        }

        assertThat(SparkJob.JOIN.run(tables).stream()
                        .map(row -> row.substring(0, row.lastIndexOf('|')))
                        .toList())
                .containsExactlyInAnyOrderElementsOf(counts.entrySet().stream()
                        .map(each -> each.getKey() + "|" + each.getValue())
                        .toList());
    }

    @Test
    void kMeansLeavesItsPointsNowhere() {
        assertThat(SparkJob.K_MEANS.run(tables)).hasSize(5);
        assertThat(spark.sparkContext().getPersistentRDDs().isEmpty()).isTrue();
    }

    @Test
    void bayesKnowsEveryShipMode() {
        assertThat(SparkJob.BAYES.run(tables)).hasSize((int) LINES.stream()
                .map(line -> line[LineItemFields.SHIP_MODE])
                .distinct()
                .count());
    }
}
