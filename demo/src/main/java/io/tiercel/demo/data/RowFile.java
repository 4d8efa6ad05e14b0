package io.tiercel.demo.data;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.DelegatingPositionOutputStream;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.PositionOutputStream;
import org.apache.parquet.io.api.RecordConsumer;

/** A file being written, one row {@code R} after another. */
interface RowFile<R> extends Closeable {
    void add(R row) throws IOException;

    /** True once one more row might not fit into the file's single block. */
    boolean full();

    /** Each file is one HDFS block, as a writer does that sizes its output to the block. */
    enum Format {
        TEXT(".tbl"),
        PARQUET(".parquet");

        final String extension;

        Format(String extension) {
            this.extension = extension;
        }

        <R> RowFile<R> create(TpchTable<R> table, FileSystem fileSystem, Path path, long blockSize) throws IOException {
            return this == TEXT
                    ? new TextRowFile<>(table, fileSystem.create(path, true), blockSize)
                    : new ParquetRowFile<>(table, fileSystem, path, blockSize);
        }
    }

    /** Rows as dbgen's '|'-separated lines, ASCII. */
    final class TextRowFile<R> implements RowFile<R> {
        private static final int FLUSH_CHARS = 64 * 1024;
        /** No line of TPC-H is longer. */
        private static final int LONGEST_LINE = 512;

        private final TpchTable<R> table;
        private final OutputStream out;
        private final long capacity;
        private final StringBuilder pending = new StringBuilder(FLUSH_CHARS + LONGEST_LINE);
        private long written;

        TextRowFile(TpchTable<R> table, OutputStream out, long capacity) {
            this.table = table;
            this.out = out;
            this.capacity = capacity;
        }

        @Override
        public void add(R row) throws IOException {
            table.appendLine(pending, row);
            if (pending.length() >= FLUSH_CHARS) {
                flush();
            }
        }

        @Override
        public boolean full() {
            return written + pending.length() + LONGEST_LINE > capacity;
        }

        @Override
        public void close() throws IOException {
            flush();
            out.close();
        }

        private void flush() throws IOException {
            byte[] bytes = pending.toString().getBytes(StandardCharsets.US_ASCII);
            out.write(bytes);
            written += bytes.length;
            pending.setLength(0);
        }
    }

    /** Rows as Parquet, in one row group that fills the block. */
    final class ParquetRowFile<R> implements RowFile<R> {
        /** Of a block; leaves room for the footer and for what the writer's estimate of its open pages misses. */
        private static final double FILL = 0.95;

        private final ParquetWriter<R> writer;
        private final long capacity;
        private long rows;
        private boolean full;

        ParquetRowFile(TpchTable<R> table, FileSystem fileSystem, Path path, long blockSize) throws IOException {
            this.capacity = (long) (FILL * blockSize);
            this.writer = new Builder<>(table, new HdfsOutput(fileSystem, path))
                    .withConf(new PlainParquetConfiguration())
                    .withCompressionCodec(CompressionCodecName.UNCOMPRESSED)
                    .withRowGroupSize(blockSize)
                    // Else a writer on HDFS fills up to 8 MiB with zeros, so that row groups begin where blocks do.
                    .withMaxPaddingSize(0)
                    .withWriteMode(ParquetFileWriter.Mode.OVERWRITE)
                    .build();
        }

        @Override
        public void add(R row) throws IOException {
            writer.write(row);
            rows++;
            // Asking for the size walks over all columns.
            full = rows % 1024 == 0 && writer.getDataSize() >= capacity;
        }

        @Override
        public boolean full() {
            return full;
        }

        @Override
        public void close() throws IOException {
            writer.close();
        }

        private static final class Builder<R> extends ParquetWriter.Builder<R, Builder<R>> {
            private final TpchTable<R> table;

            Builder(TpchTable<R> table, OutputFile file) {
                super(file);
                this.table = table;
            }

            @Override
            protected Builder<R> self() {
                return this;
            }

            /** Abstract still, though Parquet calls the other one. */
            @Override
            @SuppressWarnings("deprecation")
            protected WriteSupport<R> getWriteSupport(Configuration conf) {
                return new TableSupport<>(table);
            }

            @Override
            protected WriteSupport<R> getWriteSupport(ParquetConfiguration conf) {
                return new TableSupport<>(table);
            }
        }

        private static final class TableSupport<R> extends WriteSupport<R> {
            private final TpchTable<R> table;
            private RecordConsumer record;

            TableSupport(TpchTable<R> table) {
                this.table = table;
            }

            /** Abstract still, though Parquet calls the other one. */
            @Override
            @SuppressWarnings("deprecation")
            public WriteContext init(Configuration conf) {
                return new WriteContext(table.schema, Map.of());
            }

            @Override
            public WriteContext init(ParquetConfiguration conf) {
                return new WriteContext(table.schema, Map.of());
            }

            @Override
            public void prepareForWrite(RecordConsumer record) {
                this.record = record;
            }

            @Override
            public void write(R row) {
                table.write(record, row);
            }
        }

        /** Parquet's own {@code HadoopOutputFile} asks the path for its file system; this one writes through the given one. */
        private record HdfsOutput(FileSystem fileSystem, Path path) implements OutputFile {
            @Override
            public PositionOutputStream create(long blockSizeHint) throws IOException {
                return createOrOverwrite(blockSizeHint);
            }

            @Override
            public PositionOutputStream createOrOverwrite(long blockSizeHint) throws IOException {
                var out = fileSystem.create(path, true);
                return new DelegatingPositionOutputStream(out) {
                    @Override
                    public long getPos() throws IOException {
                        return out.getPos();
                    }
                };
            }

            @Override
            public boolean supportsBlockSize() {
                return true;
            }

            @Override
            public long defaultBlockSize() {
                return fileSystem.getDefaultBlockSize(path);
            }
        }
    }
}
