package io.tiercel.demo.data;

import java.io.Closeable;
import java.io.IOException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * A file being written, one row after another.
 *
 * @param <R> a row
 */
interface RowFile<R> extends Closeable {
    void add(R row) throws IOException;

    /** True once one more row might not fit into the file's single block. */
    boolean full();

    /** Each file is one HDFS block, as a writer does that sizes its output to the block. */
    enum Format {
        TEXT(".tbl"),
        PARQUET(".parquet");

        private final String extension;

        Format(String extension) {
            this.extension = extension;
        }

        String extension() {
            return extension;
        }

        <R> RowFile<R> create(TpchTable<R> table, FileSystem fileSystem, Path path, long blockSize) throws IOException {
            return this == TEXT
                    ? new TextRowFile<>(table, fileSystem.create(path, true), blockSize)
                    : ParquetRowFile.create(table, fileSystem, path, blockSize);
        }
    }
}
