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

    /** Makes files of one format; each is one HDFS block, as a writer does that sizes its output to the block. */
    interface Format {
        /** Ends the name of a file. */
        String extension();

        <R> RowFile<R> create(TpchTable<R> table, FileSystem fileSystem, Path path, long blockSize) throws IOException;
    }
}
