package io.tiercel.demo.data;

import io.tiercel.demo.data.RowFile.Format;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
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
 * @param blockSize bytes
 */
public record TpchDataset(Path root, Content content, double scale, long blockSize) {
    private static final int WRITERS = 2;

    /** Scale of which lines are made, one by one, until their files are full. */
    private static final double MORE_THAN_ENOUGH = 2;

    /** Tables and formats, with the bytes that they have at scale factor 1, measured at 0.3. */
    public enum Content {
        TEXT_AND_PARQUET(1.42e9, List.of(Format.TEXT, Format.PARQUET), List.of(TpchTable.LINEITEM, TpchTable.ORDERS)),
        TEXT(0.915e9, List.of(Format.TEXT), List.of(TpchTable.LINEITEM, TpchTable.ORDERS)),
        LINES(0.745e9, List.of(Format.TEXT), List.of(TpchTable.LINEITEM)),
        COLUMNS(0.365e9, List.of(Format.PARQUET), List.of(TpchTable.LINEITEM));

        private final double bytesPerScale;
        private final List<Format> formats;
        private final List<TpchTable<?>> tables;

        Content(double bytesPerScale, List<Format> formats, List<TpchTable<?>> tables) {
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
        for (Format format : content.formats) {
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
            TpchTable<R> table, Format format, int part, List<FileSystem> nodes, LongConsumer written) {
        return () -> {
            String kind = format.name().toLowerCase(Locale.ROOT);
            Path directory = new Path(directory(root.toString(), kind, table.name()));
            Iterator<R> rows = table.rows(scale, part, WRITERS).iterator();
            // Parts start half a turn apart, so that few files do not all lie on the first nodes.
            for (int i = (part - 1) * nodes.size() / WRITERS; rows.hasNext(); i++) {
                FileSystem node = nodes.get(i % nodes.size());
                Path path = new Path(directory, "part-%d-%05d%s".formatted(part, i, format.extension));
                fill(format.create(table, node, path, blockSize), rows);
                written.accept(node.getFileStatus(path).getLen());
            }
            return null;
        };
    }

    /**
     * The work of writing lines of {@code lineitem} into so many files, each one block and full: for jobs whose number of blocks
     * matters. Consecutive nodes write consecutive files.
     *
     * @param root the directory, laid out as a data set's is
     * @param first the node that writes the first file
     * @param written called with the bytes of each file
     */
    public static Callable<Void> fullBlocks(
            Path root, int files, long blockSize, List<FileSystem> nodes, int first, LongConsumer written) {
        return () -> {
            Path directory = new Path(directory(root.toString(), "text", TpchTable.LINEITEM.name()));
            var rows = TpchTable.LINEITEM.rows(MORE_THAN_ENOUGH, 1, 1).iterator();
            for (int i = 0; i < files; i++) {
                FileSystem node = nodes.get((first + i) % nodes.size());
                Path path = new Path(directory, "part-%05d%s".formatted(i, Format.TEXT.extension));
                fill(Format.TEXT.create(TpchTable.LINEITEM, node, path, blockSize), rows);
                written.accept(blockSize);
            }
            return null;
        };
    }

    private static <R> void fill(RowFile<R> file, Iterator<R> rows) throws IOException {
        try (file) {
            while (rows.hasNext() && !file.full()) {
                file.add(rows.next());
            }
        }
    }
}
