package io.tiercel.demo.prefetch;

import io.tiercel.demo.cluster.DemoCluster;
import io.tiercel.demo.cluster.DemoSettings;
import io.tiercel.demo.cluster.SceneData;
import io.tiercel.demo.data.TpchDataset;
import io.tiercel.demo.data.TpchDataset.Content;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** The input: a directory for each size class and one for all applications; the bytes that each job reads, by its id. */
record PrefetchData(SceneData directories, Map<String, Long> lengths) {
    /** The directory of all parts in HDFS. */
    static final String ROOT = "/prefetch";

    private static final int WARM_UP_MIB = 2;

    static PrefetchData write(DemoCluster cluster, DemoSettings settings, List<PrefetchTarget> targets, PrintStream out)
            throws IOException, InterruptedException {
        FileSystem files = cluster.cluster().fileSystem();
        long block = settings.blockSize().bytes();
        TpchDataset applications = TpchDataset.ofSize(
                files.makeQualified(new Path(ROOT, PrefetchTarget.APPLICATIONS)),
                Content.TEXT,
                settings.size().bytes(),
                block);
        TpchDataset warmUp = SceneData.warmUp(cluster, settings, Content.TEXT, WARM_UP_MIB);
        long classBlocks = targets.stream().mapToLong(PrefetchTarget::blocks).sum();
        long bytes = settings.size().bytes() + SceneData.warmUpBytes(settings, WARM_UP_MIB) + classBlocks * block;
        cluster.write(out, bytes, (nodes, written) -> {
            List<Callable<Void>> work = new ArrayList<>();
            Stream.of(applications, warmUp)
                    .map(each -> each.writers(nodes, written))
                    .forEach(work::addAll);
            int first = 0;
            for (PrefetchTarget target :
                    targets.stream().filter(PrefetchTarget::isClass).toList()) {
                Path directory = files.makeQualified(new Path(ROOT, target.part()));
                work.add(TpchDataset.fullBlocks(directory, target.blocks(), block, nodes, first, written));
                first += target.blocks();
            }
            return work;
        });
        Map<String, Long> lengths = new TreeMap<>();
        for (PrefetchTarget target : targets) {
            for (String input : target.inputs(ROOT)) {
                lengths.merge(
                        target.id(), files.getContentSummary(new Path(input)).getLength(), Long::sum);
            }
        }
        return new PrefetchData(SceneData.below(cluster, ROOT, applications.scale()), lengths);
    }

    /** Bytes that a job reads. */
    long inputBytes(String job) {
        return Objects.requireNonNull(lengths.get(job), job);
    }
}
