package io.tiercel.demo.cluster;

import io.tiercel.demo.data.TpchDataset;
import io.tiercel.demo.run.JobApplication;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Lines of text for jobs that look for a word: TPC-H's {@code lineitem}, and a little of it to warm up with. */
public record LineData(String uri) {
    private static final long MIB = 1 << 20;
    private static final String DATA = "/lines";
    private static final String WARM_UP = "/warm-up";

    /** Writes it from all nodes at once. */
    public static LineData write(DemoCluster cluster, DemoSettings settings) throws IOException, InterruptedException {
        FileSystem files = cluster.cluster().fileSystem();
        TpchDataset data = TpchDataset.ofLines(
                files.makeQualified(new Path(DATA)),
                settings.size().bytes(),
                settings.blockSize().bytes());
        TpchDataset warmUp = TpchDataset.ofLines(
                files.makeQualified(new Path(WARM_UP)), 2L * settings.nodes() * settings.slots() * MIB, MIB);
        cluster.write(nodes -> Stream.of(data, warmUp)
                .flatMap(each -> lines(each, nodes).stream())
                .toList());
        return new LineData(cluster.cluster().hdfsUri());
    }

    private static List<Callable<Void>> lines(TpchDataset dataset, List<FileSystem> nodes) {
        return dataset.lineWriters(nodes, bytes -> {});
    }

    /** Where an application finds it. */
    public JobApplication.DataPaths paths() {
        return new JobApplication.DataPaths(uri + DATA, uri + WARM_UP);
    }

    /** The directory of the files that the jobs read. */
    public Path lines() {
        return new Path(TpchDataset.directory(uri + DATA, "text", "lineitem"));
    }
}
