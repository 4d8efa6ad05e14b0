package io.tiercel.demo.data;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.LongConsumer;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * What the demo reads: {@code lineitem} and {@code orders} of TPC-H, both as text and as Parquet.
 *
 * <p>Every file is one block, and consecutive files are written from consecutive nodes, as executors on all nodes
 * would, so that under {@code ONE_SSD} every node holds its share of the replicas on SSD.
 *
 * @param root the directory, with one directory per table and format below
 * @param scale TPC-H's scale factor
 * @param blockSize bytes
 */
public record TpchDataset(Path root, double scale, long blockSize) {
    /** Bytes of both tables in both formats at scale factor 1, measured at 0.3. */
    private static final double BYTES_PER_SCALE = 1.42e9;
    /** Of these, bytes of the text of {@code lineitem}. */
    private static final double LINES_PER_SCALE = 0.745e9;
    /** Bytes of the text of both tables. */
    private static final double TEXT_PER_SCALE = 0.915e9;
    /** Independent writers of a table; each leaves one file that is not full. */
    private static final int WRITERS = 2;

    /** The data set of about so many bytes, before replication. */
    public static TpchDataset ofSize(Path root, long bytes, long blockSize) {
        return new TpchDataset(root, bytes / BYTES_PER_SCALE, blockSize);
    }

    /**
     * The pieces of work that write the data; they may run in parallel, in any order.
     *
     * @param nodes one client of HDFS per node, which places the first replica there
     * @param written called with the bytes of each file when it is complete, from the thread that wrote it
     */
    public List<Callable<Void>> writers(List<FileSystem> nodes, LongConsumer written) {
        List<Callable<Void>> work = new ArrayList<>();
        for (RowFile.Format format : List.of(TextRowFile.FORMAT, ParquetRowFile.FORMAT)) {
            for (TpchTable<?> table : List.of(TpchTable.LINEITEM, TpchTable.ORDERS)) {
                for (int part = 1; part <= WRITERS; part++) {
                    work.add(writer(table, format, part, nodes, written));
                }
            }
        }
        return work;
    }

    /** The data set of about so many bytes of text, before replication. */
    public static TpchDataset ofText(Path root, long bytes, long blockSize) {
        return new TpchDataset(root, bytes / TEXT_PER_SCALE, blockSize);
    }

    /** As {@link #writers}, for the text of both tables alone. */
    public List<Callable<Void>> textWriters(List<FileSystem> nodes) {
        List<Callable<Void>> work = new ArrayList<>();
        for (TpchTable<?> table : List.of(TpchTable.LINEITEM, TpchTable.ORDERS)) {
            for (int part = 1; part <= WRITERS; part++) {
                work.add(writer(table, TextRowFile.FORMAT, part, nodes, bytes -> {}));
            }
        }
        return work;
    }

    /** The data set whose lines of {@code lineitem}, the only part to be written, have about so many bytes. */
    public static TpchDataset ofLines(Path root, long bytes, long blockSize) {
        return new TpchDataset(root, bytes / LINES_PER_SCALE, blockSize);
    }

    /** As {@link #writers}, for the text of {@code lineitem} alone. */
    public List<Callable<Void>> lineWriters(List<FileSystem> nodes, LongConsumer written) {
        List<Callable<Void>> work = new ArrayList<>();
        for (int part = 1; part <= WRITERS; part++) {
            work.add(writer(TpchTable.LINEITEM, TextRowFile.FORMAT, part, nodes, written));
        }
        return work;
    }

    /** Where a table lies in a format: {@code text} or {@code parquet}. */
    public static String directory(String root, String format, String table) {
        return root + "/" + format + "/" + table;
    }

    private <R> Callable<Void> writer(
            TpchTable<R> table, RowFile.Format format, int part, List<FileSystem> nodes, LongConsumer written) {
        return () -> {
            write(table, format, part, nodes, written);
            return null;
        };
    }

    private <R> void write(
            TpchTable<R> table, RowFile.Format format, int part, List<FileSystem> nodes, LongConsumer written)
            throws IOException {
        String kind = format == TextRowFile.FORMAT ? "text" : "parquet";
        Path directory = new Path(directory(root.toString(), kind, table.name()));
        var rows = table.rows(scale, part, WRITERS).iterator();
        // Parts start half a turn apart, so that few files do not all lie on the first nodes.
        for (int i = (part - 1) * nodes.size() / WRITERS; rows.hasNext(); i++) {
            FileSystem node = nodes.get(i % nodes.size());
            Path path = new Path(directory, "part-%d-%05d%s".formatted(part, i, format.extension()));
            try (RowFile<R> file = format.create(table, node, path, blockSize)) {
                do {
                    file.add(rows.next());
                } while (rows.hasNext() && !file.full());
            }
            written.accept(node.getFileStatus(path).getLen());
        }
    }
}
