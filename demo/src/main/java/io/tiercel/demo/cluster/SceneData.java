package io.tiercel.demo.cluster;

import io.tiercel.demo.data.TpchDataset;
import io.tiercel.demo.data.TpchDataset.Content;
import java.io.IOException;
import java.io.PrintStream;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Directories in HDFS, as URIs.
 *
 * @param root of the data that is measured
 * @param warmUp a little of the same, read before
 * @param scale TPC-H's scale factor of what is measured
 */
public record SceneData(String root, String warmUp, double scale) {
    private static final long MIB = 1 << 20;
    private static final String WARM_UP = "/warm-up";

    /**
     * Writes as much as the settings say, and the warm-up's data.
     *
     * @param warmUpMiB for each slot
     */
    public static SceneData write(
            DemoCluster cluster, DemoSettings settings, String root, Content content, int warmUpMiB, PrintStream out)
            throws IOException, InterruptedException {
        TpchDataset data = TpchDataset.ofSize(
                path(cluster, root),
                content,
                settings.size().bytes(),
                settings.blockSize().bytes());
        TpchDataset warmUp = warmUp(cluster, settings, content, warmUpMiB);
        cluster.write(out, settings.size().bytes() + warmUpBytes(settings, warmUpMiB), (nodes, written) -> Stream.of(
                        data, warmUp)
                .flatMap(each -> each.writers(nodes, written).stream())
                .toList());
        return below(cluster, root, data.scale());
    }

    /** The data below a path in HDFS, which somebody has written. */
    public static SceneData below(DemoCluster cluster, String root, double scale) {
        String uri = cluster.cluster().hdfsUri();
        return new SceneData(uri + root, uri + WARM_UP, scale);
    }

    /** Data to warm an application up: so many MiB for each slot, in blocks of one MiB. */
    public static TpchDataset warmUp(DemoCluster cluster, DemoSettings settings, Content content, int mebibytes)
            throws IOException {
        return TpchDataset.ofSize(path(cluster, WARM_UP), content, warmUpBytes(settings, mebibytes), MIB);
    }

    public static long warmUpBytes(DemoSettings settings, int mebibytes) {
        return mebibytes * settings.nodes() * settings.slots() * MIB;
    }

    private static Path path(DemoCluster cluster, String path) throws IOException {
        FileSystem files = cluster.cluster().fileSystem();
        return files.makeQualified(new Path(path));
    }

    public Path lines() {
        return new Path(TpchDataset.directory(root, "text", "lineitem"));
    }
}
