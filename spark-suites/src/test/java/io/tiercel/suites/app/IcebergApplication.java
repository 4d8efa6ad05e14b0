package io.tiercel.suites.app;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Writes an Iceberg table and reads it again by several catalogs, all over the same warehouse: {@code stock} without a cache; {@code cold},
 * {@code warm} and {@code damaged} one after the other through one cache, the last after a bit of each page has changed. Then it deletes
 * further rows by {@code changed}, which reads and writes through the same cache. The rows that a catalog gives go to a file of its name.
 *
 * <p>Arguments: the cache's directory; a folder to write to, which exists.
 */
public final class IcebergApplication {
    /** Rows that are inserted, a third at a time. */
    public static final int ROWS = 3_000;

    private static final long LIMIT_NANOS = 60_000_000_000L;

    private final SparkSession spark;
    private final Path cache;
    private final Path output;

    private IcebergApplication(SparkSession spark, Path cache, Path output) {
        this.spark = spark;
        this.cache = cache;
        this.output = output;
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        try (SparkSession spark = SparkSession.builder().getOrCreate()) {
            System.out.println("answer version " + spark.version());
            new IcebergApplication(spark, Path.of(args[0]), Path.of(args[1])).run();
        }
    }

    private void run() throws IOException, InterruptedException {
        write();
        read("stock", "stock");
        long files = filesOfAScan();
        System.out.println("answer files " + files);
        read("cold", "cold");
        awaitPages(files);
        read("warm", "warm");
        damage();
        read("damaged", "damaged");
        spark.sql("DELETE FROM " + table("changed") + " WHERE id % 5 = 0");
        read("changed", "changed");
        read("stock", "stock-changed");
    }

    private static String table(String catalog) {
        return catalog + ".tests.rows";
    }

    private void write() {
        String table = table("stock");
        spark.sql("CREATE TABLE " + table + " (id BIGINT, amount BIGINT, name STRING) USING iceberg TBLPROPERTIES ("
                + "'format-version'='2', 'write.delete.mode'='merge-on-read', 'write.update.mode'='merge-on-read',"
                + " 'write.delete.granularity'='file')");
        int third = ROWS / 3;
        for (int from = 0; from < ROWS; from += third) {
            spark.sql("INSERT INTO " + table + " SELECT id, 3 * id, 'name ' || id FROM range(" + from + ", "
                    + (from + third) + ", 1, 1)");
        }
        spark.sql("DELETE FROM " + table + " WHERE id % 7 = 0");
        spark.sql("UPDATE " + table + " SET amount = -amount WHERE id % 11 = 0");
    }

    private void read(String catalog, String name) throws IOException {
        List<String> rows = spark.sql("SELECT id, amount, name FROM " + table(catalog)).collectAsList().stream()
                .map(Row::toString)
                .sorted()
                .toList();
        Files.write(output.resolve(name), rows);
    }

    /** Table metadata, the list of manifests, manifests of files that are left, files of data and of deletes. */
    private long filesOfAScan() {
        String left = Stream.of("added", "existing")
                .flatMap(kind -> Stream.of(kind + "_data_files_count", kind + "_delete_files_count"))
                .collect(Collectors.joining(" + ", " WHERE ", " > 0"));
        return 2 + count("manifests" + left) + count("files");
    }

    private long count(String metadata) {
        return spark.sql("SELECT count(*) FROM " + table("stock") + "." + metadata)
                .head()
                .getLong(0);
    }

    /** Pages are written after their reader has gone on. Each file fits into one. */
    private void awaitPages(long count) throws IOException, InterruptedException {
        long end = System.nanoTime() + LIMIT_NANOS;
        while (cachedPages() < count) {
            if (System.nanoTime() > end) {
                throw new IllegalStateException(
                        "expected " + count + " pages in " + cache + ", found " + cachedPages());
            }
            Thread.sleep(20);
        }
    }

    /** As {@code LiveFiles.pages}, which the application's class path lacks. */
    private long cachedPages() throws IOException {
        try {
            return pages().size();
        } catch (UncheckedIOException e) {
            return 0; // A file went while it was looked at: look again.
        }
    }

    private void damage() throws IOException {
        for (Path page : pages()) {
            byte[] bytes = Files.readAllBytes(page);
            bytes[bytes.length / 2] ^= 4;
            Files.write(page, bytes);
        }
    }

    private List<Path> pages() throws IOException {
        try (Stream<Path> files = Files.walk(cache)) {
            return files.filter(file -> file.getFileName().toString().matches("[0-9a-f]{64}-\\d+"))
                    .toList();
        }
    }
}
