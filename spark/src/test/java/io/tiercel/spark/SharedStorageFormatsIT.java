package io.tiercel.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.spark.apps.Gate;
import io.tiercel.spark.apps.ReadTables;
import io.tiercel.testkit.RunningSparkApp;
import io.tiercel.testkit.RunningSparkApp.Outcome;
import io.tiercel.testkit.SharedCluster;
import io.tiercel.testkit.SparkApp;
import io.tiercel.testkit.TieredCluster;
import io.tiercel.testkit.s3.S3Server;
import io.tiercel.testkit.s3.SharedLink;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Spark reads each of its formats through cold caches, warm ones and caches that are filled ahead, and finds the rows that S3A alone gives: whole
 * tables, sums, and few columns of few rows.
 */
@Order(TieredClusterIT.LATE + 1)
@Tag("slow") // More than a minute; IcebergIT reads Parquet through a cache in every build, and TieredClusterIT text.
final class SharedStorageFormatsIT {
    private static final String TABLES = "s3a://bucket/tables";

    @RegisterExtension
    static final SharedCluster<TieredCluster> CLUSTER = TieredClusterIT.shared();

    @TempDir
    private Path directory;

    private SharedLink link;

    @Test
    void everyFormatHasTheSameRowsWithAndWithoutCaches() throws Exception {
        try (S3Server server = S3Server.start(directory.resolve("objects"), "bucket");
                SharedLink opened = SharedLink.to(server.port(), 0)) {
            link = opened;
            run(app(), "write", "stock");
            SparkApp cached = app().conf("spark.tiercel.cache.page", "64k");
            List<Long> gets = run(S3Application.cached(cached, directory.resolve("caches")), "cold", "warm");
            run(
                    S3Application.cached(cached, directory.resolve("fresh"))
                            .conf("spark.tiercel.cache.prefetch", "true"),
                    "prefetched");

            for (String pass : List.of("cold", "warm", "prefetched")) {
                assertSameRows(pass);
            }
            assertThat(gets.get(1))
                    .as("requests of a warm pass, after %s", gets)
                    .isLessThan(gets.get(0) / 2);
        }
    }

    private SparkApp app() throws IOException {
        SparkApp app = S3Application.of(ReadTables.class, link.port());
        List<Path> jars = new ArrayList<>(app.classPath());
        jars.add(jar("spark-avro_"));
        return new SparkApp(app.mainClass(), jars, List.of(), app.conf(), app.limit())
                .conf(S3Application.STREAM, "default")
                .conf("spark.sql.shuffle.partitions", "4")
                .conf("spark.hadoop.mapreduce.fileoutputcommitter.algorithm.version", "2");
    }

    private static Path jar(String name) {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .filter(path -> path.getFileName().toString().startsWith(name))
                .findFirst()
                .orElseThrow();
    }

    /** @return requests for objects in each pass */
    private List<Long> run(SparkApp app, String... passes) throws Exception {
        Gate gate = new Gate(directory);
        List<Long> gets = new ArrayList<>();
        List<String> arguments = new ArrayList<>(List.of(TABLES, directory.toString()));
        arguments.addAll(List.of(passes));
        try (RunningSparkApp running = CLUSTER.get().submit(app.arguments(arguments.toArray(String[]::new)))) {
            for (String pass : passes) {
                assertThat(gate.awaitReached(pass, running::alive))
                        .as("%s", Files.readString(running.log()))
                        .isTrue();
                gets.add(link.gets());
                gate.open(pass);
            }
            Outcome outcome = running.await();
            gets.add(link.gets());
            assertThat(outcome.exitCode())
                    .as("%s", Files.readString(outcome.log()))
                    .isZero();
        }
        List<Long> each = new ArrayList<>();
        for (int pass = 0; pass < passes.length; pass++) {
            each.add(gets.get(pass + 1) - gets.get(pass));
        }
        return each;
    }

    private void assertSameRows(String pass) throws IOException {
        try (Stream<Path> files = Files.list(directory.resolve("stock"))) {
            List<Path> all = files.sorted().toList();
            assertThat(all).hasSize(3 * ReadTables.FORMATS.size());
            for (Path stock : all) {
                List<String> rows = Files.readAllLines(stock);
                String query = stock.getFileName().toString();
                assertThat(rows).as(query).isNotEmpty();
                if (query.endsWith("-all")) {
                    assertThat(rows).as(query).hasSize(ReadTables.ROWS);
                }
                assertThat(Files.readAllLines(directory.resolve(pass).resolve(query)))
                        .as("%s of pass %s", query, pass)
                        .isEqualTo(rows);
            }
        }
    }
}
