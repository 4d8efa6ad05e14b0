package io.tiercel.suites;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.suites.app.IcebergApplication;
import io.tiercel.testkit.s3.S3Server;
import io.tiercel.testkit.s3.SharedLink;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongPredicate;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Iceberg's tables on S3 in a real Spark with an executor of its own, through the jar that ships: rows with and without a cache, and requests. */
final class IcebergIT {
    private static final String BUCKET = "iceberg";

    @TempDir
    private Path directory;

    private final Map<String, SharedLink> links = new LinkedHashMap<>();

    @AfterEach
    void closeLinks() {
        links.values().forEach(SharedLink::close);
    }

    @Test
    void rowsAreThoseWithoutACacheAndAWarmScanGetsNothingFromS3() throws IOException {
        ApplicationRun.Answers answers;
        Path output = Files.createDirectory(directory.resolve("output"));
        Path cache = Files.createDirectory(directory.resolve("cache"));
        try (S3Server server = S3Server.start(directory.resolve("objects"), BUCKET)) {
            answers = new ApplicationRun(
                            SparkHome.create(
                                    Target.directory().resolve("spark-home-iceberg"), Target.classPathOfSpark("4.1")),
                            directory,
                            IcebergApplication.class,
                            List.of(cache.toString(), output.toString()))
                    .on("local-cluster[1,2,1024]", settings(server.port(), cache));
        }

        assertThat(answers.answers()).containsEntry("version", System.getProperty("tiercel.spark.4.1"));
        for (String catalog : List.of("stock", "cold", "warm", "damaged")) {
            assertThat(output.resolve(catalog)).as(catalog).hasContent(rows(id -> id % 7 != 0));
        }
        for (String changed : List.of("changed", "stock-changed")) {
            assertThat(output.resolve(changed)).as(changed).hasContent(rows(id -> id % 7 != 0 && id % 5 != 0));
        }
        long files = Long.parseLong(answers.answers().get("files"));
        assertThat(files).as("as docs/shared-storage.md says").isEqualTo(14);
        assertThat(links.get("cold").gets()).as("GETs of a cold scan").isEqualTo(files);
        assertThat(links.get("warm").gets()).as("GETs of a warm scan").isZero();
        assertThat(links.get("warm").heads()).as("HEADs of a warm scan").isGreaterThanOrEqualTo(files);
        assertThat(links.get("damaged").gets()).as("GETs for damaged pages").isEqualTo(files);
    }

    /** A catalog for each way to read, each with a link of its own to count its requests. */
    private Map<String, String> settings(int port, Path cache) {
        var all = SparkVersion.plugin(Target.bundle(), Target.jarsOfIceberg());
        S3Server.hadoopKeys(port).forEach((key, value) -> all.put("spark.hadoop." + key, value));
        // It would hide from the links what executors read twice.
        all.put("spark.sql.iceberg.executor-cache.enabled", "false");
        for (String name : List.of("stock", "cold", "warm", "damaged", "changed")) {
            SharedLink link = SharedLink.to(port, 0);
            links.put(name, link);
            String catalog = "spark.sql.catalog." + name;
            all.put(catalog, "org.apache.iceberg.spark.SparkCatalog");
            all.put(catalog + ".type", "hadoop");
            all.put(catalog + ".warehouse", "s3a://" + BUCKET + "/warehouse");
            all.put(catalog + ".cache-enabled", "false");
            S3Server.icebergProperties(link.port()).forEach((key, value) -> all.put(catalog + "." + key, value));
            if (name.equals("stock")) {
                all.put(catalog + ".io-impl", "org.apache.iceberg.aws.s3.S3FileIO");
            } else {
                all.put(catalog + ".io-impl", "io.tiercel.cachefs.iceberg.CachingFileIO");
                all.put(catalog + ".tiercel.cache.directory", cache.toString());
            }
        }
        return all;
    }

    /** The result of the application's statements, as sorted lines. */
    private static String rows(LongPredicate isLeft) {
        return String.join(
                "\n",
                LongStream.range(0, IcebergApplication.ROWS)
                        .filter(isLeft)
                        .mapToObj(id -> "[" + id + "," + (id % 11 == 0 ? -3 : 3) * id + ",name " + id + "]")
                        .sorted()
                        .toList());
    }
}
