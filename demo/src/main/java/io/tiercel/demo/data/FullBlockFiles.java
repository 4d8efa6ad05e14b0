package io.tiercel.demo.data;

import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.LongConsumer;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Lines of {@code lineitem} in so many files, each one block and full: for jobs whose number of blocks matters.
 *
 * @param root the directory, laid out as {@link TpchDataset}'s is
 * @param files how many
 * @param blockSize bytes
 */
public record FullBlockFiles(Path root, int files, long blockSize) {
    /** More than enough lines for whatever a demo reads; they are made one by one. */
    private static final double SCALE = 2;

    /**
     * The work of writing them, consecutive files from consecutive nodes.
     *
     * @param first the node that writes the first file
     * @param written called with the bytes of each file
     */
    public Callable<Void> writer(List<FileSystem> nodes, int first, LongConsumer written) {
        return () -> {
            write(TpchTable.LINEITEM, nodes, first, written);
            return null;
        };
    }

    private <R> void write(TpchTable<R> table, List<FileSystem> nodes, int first, LongConsumer written)
            throws IOException {
        Path directory = new Path(TpchDataset.directory(root.toString(), "text", table.name()));
        Iterator<R> rows = table.rows(SCALE, 1, 1).iterator();
        for (int i = 0; i < files; i++) {
            FileSystem node = nodes.get((first + i) % nodes.size());
            Path path = new Path(directory, "part-%05d%s".formatted(i, TextRowFile.FORMAT.extension()));
            try (RowFile<R> file = TextRowFile.FORMAT.create(table, node, path, blockSize)) {
                while (!file.full()) {
                    file.add(rows.next());
                }
            }
            written.accept(blockSize);
        }
    }
}
