package io.tiercel.demo.prefetch;

import io.tiercel.demo.cluster.DemoCluster;
import io.tiercel.demo.cluster.DemoSettings;
import io.tiercel.demo.data.FullBlockFiles;
import io.tiercel.demo.data.TpchDataset;
import io.tiercel.demo.run.JobApplication;
import java.io.IOException;
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
record PrefetchData(String root, JobApplication.DataPaths paths, Map<String, Long> inputBytes) {
    private static final long MIB = 1 << 20;
    private static final String ROOT = "/prefetch";
    private static final String WARM_UP = "/warm-up";

    PrefetchData {
        inputBytes = Map.copyOf(inputBytes);
    }

    static PrefetchData write(DemoCluster cluster, DemoSettings settings, List<PrefetchTarget> targets)
            throws IOException, InterruptedException {
        FileSystem files = cluster.cluster().fileSystem();
        TpchDataset applications = TpchDataset.ofText(
                files.makeQualified(new Path(ROOT, PrefetchTarget.APPLICATIONS)),
                settings.size().bytes(),
                settings.blockSize().bytes());
        TpchDataset warmUp = TpchDataset.ofText(
                files.makeQualified(new Path(WARM_UP)), 2L * settings.nodes() * settings.slots() * MIB, MIB);
        cluster.write(nodes -> {
            List<Callable<Void>> work = new ArrayList<>();
            Stream.of(applications, warmUp).map(each -> each.textWriters(nodes)).forEach(work::addAll);
            int first = 0;
            for (PrefetchTarget target : targets) {
                if (target.sizeClass().isPresent()) {
                    int blocks = target.sizeClass().get().blocks();
                    Path directory = files.makeQualified(new Path(ROOT, target.part()));
                    work.add(new FullBlockFiles(
                                    directory, blocks, settings.blockSize().bytes())
                            .writer(nodes, first));
                    first += blocks;
                }
            }
            return work;
        });
        String uri = cluster.cluster().hdfsUri();
        return new PrefetchData(ROOT, new JobApplication.DataPaths(uri + ROOT, uri + WARM_UP), lengths(files, targets));
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
