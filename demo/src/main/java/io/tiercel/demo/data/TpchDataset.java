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
 * <p>Every file is one block. Consecutive nodes write consecutive files, as executors on all nodes would. So every node
 * holds its share of the replicas on SSD under {@code ONE_SSD}.
 *
 * @param root the directory, with one directory per table and format below
 * @param content what of TPC-H is written
 * @param scale TPC-H's scale factor
 * @param blockSize bytes
 */
public record TpchDataset(Path root, Content content, double scale, long blockSize) {
    /** Independent writers of a table; each leaves one file that is not full. */
    private static final int WRITERS = 2;

    /** Tables and formats, with the bytes that they have at scale factor 1, measured at 0.3. */
    public enum Content {
        TEXT_AND_PARQUET(
                1.42e9,
                List.of(TextRowFile.FORMAT, ParquetRowFile.FORMAT),
                List.of(TpchTable.LINEITEM, TpchTable.ORDERS)),
        TEXT(0.915e9, List.of(TextRowFile.FORMAT), List.of(TpchTable.LINEITEM, TpchTable.ORDERS)),
        /** The text of {@code lineitem} alone. */
        LINES(0.745e9, List.of(TextRowFile.FORMAT), List.of(TpchTable.LINEITEM));

        private final double bytesPerScale;
        private final List<RowFile.Format> formats;
        private final List<TpchTable<?>> tables;

        Content(double bytesPerScale, List<RowFile.Format> formats, List<TpchTable<?>> tables) {
            this.bytesPerScale = bytesPerScale;
            this.formats = formats;
            this.tables = tables;
        }
    }

    /** The data set of about so many bytes, before replication. */
    public static TpchDataset ofSize(Path root, Content content, long bytes, long blockSize) {
        return new TpchDataset(root, content, bytes / content.bytesPerScale, blockSize);
    }

    /**
     * The pieces of work that write the data; they may run in parallel, in any order.
     *
     * @param nodes one client of HDFS per node, which places the first replica there
     * @param written called with the bytes of each file when it is complete, from the thread that wrote it
     */
    public List<Callable<Void>> writers(List<FileSystem> nodes, LongConsumer written) {
        List<Callable<Void>> work = new ArrayList<>();
        for (RowFile.Format format : content.formats) {
            for (TpchTable<?> table : content.tables) {
                for (int part = 1; part <= WRITERS; part++) {
                    work.add(writer(table, format, part, nodes, written));
                }
            }
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
