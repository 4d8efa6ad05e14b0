package io.tiercel.demo.prefetch;

import io.tiercel.demo.cluster.DataPaths;
import io.tiercel.demo.cluster.DemoCluster;
import io.tiercel.demo.cluster.DemoSettings;
import io.tiercel.demo.data.FullBlockFiles;
import io.tiercel.demo.data.TpchDataset;
import io.tiercel.demo.data.TpchDataset.Content;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * The input: a directory for each size class, one that all applications read, and a little to warm up with.
 *
 * @param root of the parts, a path in HDFS
 * @param paths as applications are given them
 * @param inputBytes that each job reads, by its id
 */
record PrefetchData(String root, DataPaths paths, Map<String, Long> inputBytes) {
    private static final long MIB = 1 << 20;
    private static final String ROOT = "/prefetch";
    private static final String WARM_UP = "/warm-up";

    PrefetchData {
        inputBytes = Map.copyOf(inputBytes);
    }

    static PrefetchData write(DemoCluster cluster, DemoSettings settings, List<PrefetchTarget> targets, PrintStream out)
            throws IOException, InterruptedException {
        FileSystem files = cluster.cluster().fileSystem();
        long block = settings.blockSize().bytes();
        long warmUpBytes = 2L * settings.nodes() * settings.slots() * MIB;
        TpchDataset applications = TpchDataset.ofSize(
                files.makeQualified(new Path(ROOT, PrefetchTarget.APPLICATIONS)),
                Content.TEXT,
                settings.size().bytes(),
                block);
        TpchDataset warmUp = TpchDataset.ofSize(files.makeQualified(new Path(WARM_UP)), Content.TEXT, warmUpBytes, MIB);
        List<PrefetchTarget> classes = targets.stream()
                .filter(target -> target.sizeClass().isPresent())
                .toList();
        long classBlocks = classes.stream().mapToLong(PrefetchData::blocks).sum();
        cluster.write(out, settings.size().bytes() + warmUpBytes + classBlocks * block, (nodes, written) -> {
            List<Callable<Void>> work = new ArrayList<>();
            Stream.of(applications, warmUp)
                    .map(each -> each.writers(nodes, written))
                    .forEach(work::addAll);
            int first = 0;
            for (PrefetchTarget target : classes) {
                Path directory = files.makeQualified(new Path(ROOT, target.part()));
                work.add(new FullBlockFiles(directory, blocks(target), block).writer(nodes, first, written));
                first += blocks(target);
            }
            return work;
        });
        String uri = cluster.cluster().hdfsUri();
        return new PrefetchData(ROOT, new DataPaths(uri + ROOT, uri + WARM_UP), lengths(files, targets));
    }

    private static int blocks(PrefetchTarget target) {
        return target.sizeClass().map(SizeClassJob::blocks).orElse(0);
    }

    private static Map<String, Long> lengths(FileSystem files, List<PrefetchTarget> targets) throws IOException {
        Map<String, Long> lengths = new LinkedHashMap<>();
        for (PrefetchTarget target : targets) {
            long length = 0;
            for (String input : target.inputs(ROOT)) {
                length += files.getContentSummary(new Path(input)).getLength();
            }
            lengths.put(target.id(), length);
        }
        return lengths;
    }
}
