package io.tiercel.demo.data;

import static org.assertj.core.api.Assertions.assertThat;

import io.trino.tpch.LineItem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.parquet.HadoopReadOptions;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TpchDatasetTest {
    private static final double SCALE = 0.02;
    private static final long BLOCK = 1 << 20;

    @TempDir
    Path directory;

    private final List<Long> written = new ArrayList<>();

    @BeforeEach
    void write() throws Exception {
        List<FileSystem> nodes = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            FileSystem node = new RawLocalFileSystem();
            Configuration conf = new Configuration(false);
            // As on HDFS: a writer of Parquet asks for it, and may fill up to the next block.
            conf.setLong("fs.local.block.size", BLOCK);
            node.initialize(directory.toUri(), conf);
            nodes.add(node);
        }
        var dataset = new TpchDataset(
                new org.apache.hadoop.fs.Path(directory.toUri()), TpchDataset.Content.TEXT_AND_PARQUET, SCALE, BLOCK);
        for (Callable<Void> work : dataset.writers(nodes, written::add)) {
            work.call();
        }
    }

    @Test
    void noFileIsLongerThanItsBlockAndMostFillIt() throws IOException {
        List<Long> sizes = new ArrayList<>();
        for (Path file : files("text/lineitem", ".tbl")) {
            sizes.add(Files.size(file));
        }
        for (Path file : files("parquet/lineitem", ".parquet")) {
            sizes.add(Files.size(file));
        }

        assertThat(sizes).allMatch(size -> size <= BLOCK);
        assertThat(sizes.stream().filter(size -> size > 0.8 * BLOCK)).hasSizeGreaterThan(sizes.size() / 2);
    }

    @Test
    void everyRowIsThereOnceInEitherFormat() throws IOException {
        long rows = StreamSupport.stream(TpchTable.LINEITEM.rows(SCALE, 1, 1).spliterator(), false)
                .map(LineItem.class::cast)
                .count();
        long lines = 0;
        for (Path file : files("text/lineitem", ".tbl")) {
            try (Stream<String> all = Files.lines(file)) {
                lines += all.count();
            }
        }
        long records = 0;
        for (Path file : files("parquet/lineitem", ".parquet")) {
            var input = HadoopInputFile.fromPath(new org.apache.hadoop.fs.Path(file.toUri()), new Configuration(false));
            try (var reader = ParquetFileReader.open(
                    input, HadoopReadOptions.builder(new Configuration(false)).build())) {
                records += reader.getRecordCount();
            }
        }

        assertThat(lines).isEqualTo(rows);
        assertThat(records).isEqualTo(rows);
    }

    @Test
    void whatIsWrittenIsReported() throws IOException {
        long bytes = 0;
        for (String table : List.of("lineitem", "orders")) {
            for (Path file : files("text/" + table, ".tbl")) {
                bytes += Files.size(file);
            }
            for (Path file : files("parquet/" + table, ".parquet")) {
                bytes += Files.size(file);
            }
        }

        assertThat(written.stream().mapToLong(Long::longValue).sum()).isEqualTo(bytes);
    }

    private List<Path> files(String table, String extension) throws IOException {
        try (Stream<Path> files = Files.list(directory.resolve(table))) {
            return files.filter(file -> file.toString().endsWith(extension)).toList();
        }
    }
}
