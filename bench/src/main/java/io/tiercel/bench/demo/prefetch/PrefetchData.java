package io.tiercel.bench.demo.prefetch;

import io.tiercel.bench.demo.data.Dataset;
import io.tiercel.bench.demo.data.FullFiles;
import io.tiercel.bench.demo.world.Application;
import io.tiercel.bench.demo.world.DemoCluster;
import io.tiercel.bench.demo.world.DemoSettings;
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
record PrefetchData(String root, Application.DataPaths paths, Map<String, Long> inputBytes) {
    private static final long MIB = 1 << 20;
    private static final String ROOT = "/prefetch";
    private static final String WARM_UP = "/warm-up";

    PrefetchData {
        inputBytes = Map.copyOf(inputBytes);
    }

    static PrefetchData write(DemoCluster cluster, DemoSettings settings, List<Target> targets)
            throws IOException, InterruptedException {
        FileSystem files = cluster.cluster().fileSystem();
        Dataset applications = Dataset.ofText(
                files.makeQualified(new Path(ROOT, Target.APPLICATIONS)),
                settings.size().bytes(),
                settings.blockSize().bytes());
        Dataset warmUp = Dataset.ofText(
                files.makeQualified(new Path(WARM_UP)), 2L * settings.nodes() * settings.slots() * MIB, MIB);
        cluster.write(nodes -> {
            List<Callable<Void>> work = new ArrayList<>();
            Stream.of(applications, warmUp).map(each -> each.textWriters(nodes)).forEach(work::addAll);
            int first = 0;
            for (Target target : targets) {
                if (target.sizeClass().isPresent()) {
                    int blocks = target.sizeClass().get().blocks();
                    Path directory = files.makeQualified(new Path(ROOT, target.part()));
                    work.add(new FullFiles(
                                    directory, blocks, settings.blockSize().bytes())
                            .writer(nodes, first));
                    first += blocks;
                }
            }
            return work;
        });
        String uri = cluster.cluster().hdfsUri();
        return new PrefetchData(ROOT, new Application.DataPaths(uri + ROOT, uri + WARM_UP), lengths(files, targets));
    }

    private static Map<String, Long> lengths(FileSystem files, List<Target> targets) throws IOException {
        Map<String, Long> lengths = new LinkedHashMap<>();
        for (Target target : targets) {
            long length = 0;
            for (String input : target.inputs(ROOT)) {
                length += files.getContentSummary(new Path(input)).getLength();
            }
            lengths.put(target.id(), length);
        }
        return lengths;
    }
}
