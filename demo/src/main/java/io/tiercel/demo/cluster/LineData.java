package io.tiercel.demo.cluster;

import io.tiercel.demo.data.TpchDataset;
import io.tiercel.demo.data.TpchDataset.Content;
import java.io.IOException;
import java.io.PrintStream;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Lines of text for jobs that look for a word: TPC-H's {@code lineitem}, and a little of it to warm up with. */
public record LineData(String uri) {
    private static final long MIB = 1 << 20;
    private static final String DATA = "/lines";
    private static final String WARM_UP = "/warm-up";

    /** Writes it from all nodes at once. */
    public static LineData write(DemoCluster cluster, DemoSettings settings, PrintStream out)
            throws IOException, InterruptedException {
        FileSystem files = cluster.cluster().fileSystem();
        long warmUpBytes = 2L * settings.nodes() * settings.slots() * MIB;
        TpchDataset data = TpchDataset.ofSize(
                files.makeQualified(new Path(DATA)),
                Content.LINES,
                settings.size().bytes(),
                settings.blockSize().bytes());
        TpchDataset warmUp =
                TpchDataset.ofSize(files.makeQualified(new Path(WARM_UP)), Content.LINES, warmUpBytes, MIB);
        cluster.write(out, settings.size().bytes() + warmUpBytes, (nodes, written) -> Stream.of(data, warmUp)
                .flatMap(each -> each.writers(nodes, written).stream())
                .toList());
        return new LineData(cluster.cluster().hdfsUri());
    }

    /** The directories as applications take them. */
    public DataPaths paths() {
        return new DataPaths(uri + DATA, uri + WARM_UP);
    }

    /** The directory of the files that the jobs read. */
    public Path lines() {
        return new Path(TpchDataset.directory(uri + DATA, "text", "lineitem"));
    }
}
