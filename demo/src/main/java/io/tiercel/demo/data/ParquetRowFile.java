package io.tiercel.demo.data;

import java.io.IOException;
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

/** Rows as Parquet, in one row group that fills the block. */
final class ParquetRowFile<R> implements RowFile<R> {
    /** Of a block; leaves room for the footer and for what the writer's estimate of its open pages misses. */
    private static final double FILL = 0.95;

    private final ParquetWriter<R> writer;
    private final long capacity;
    private long rows;
    private boolean full;

    private ParquetRowFile(ParquetWriter<R> writer, long blockSize) {
        this.writer = writer;
        this.capacity = (long) (FILL * blockSize);
    }

    static <R> ParquetRowFile<R> create(TpchTable<R> table, FileSystem fileSystem, Path path, long blockSize)
            throws IOException {
        return new ParquetRowFile<>(
                new Builder<>(table, new HdfsOutput(fileSystem, path))
                        .withConf(new PlainParquetConfiguration())
                        .withCompressionCodec(CompressionCodecName.UNCOMPRESSED)
                        .withRowGroupSize(blockSize)
                        .withWriteMode(ParquetFileWriter.Mode.OVERWRITE)
                        .build(),
                blockSize);
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
            return new WriteContext(table.schema(), Map.of());
        }

        @Override
        public WriteContext init(ParquetConfiguration conf) {
            return new WriteContext(table.schema(), Map.of());
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
