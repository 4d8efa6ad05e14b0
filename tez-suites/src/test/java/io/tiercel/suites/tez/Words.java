package io.tiercel.suites.tez;

import io.tiercel.testkit.TieredCluster;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;

/** Files of one block each, whose words are counted. The first is the largest: task i of the first vertex reads file i. */
final class Words {
    static final Path INPUT = new Path("/input");
    private static final int BLOCK = 1 << 20;

    private final FileSystem hdfs;

    private Words(FileSystem hdfs) {
        this.hdfs = hdfs;
    }

    /** Writes files such that each node in turn has one on its SSD. */
    static Words write(TieredCluster cluster, int files) throws IOException {
        int nodes = cluster.hosts().size();
        for (int file = 0; file < files; file++) {
            byte[] line = ("word" + file + " and and\n").getBytes(StandardCharsets.US_ASCII);
            try (var out =
                    cluster.fileSystemOn((file + 1) % nodes).create(new Path(INPUT, String.format("f%02d", file)))) {
                for (int bytes = 0; bytes + line.length <= BLOCK - 10_000 * file; bytes += line.length) {
                    out.write(line);
                }
            }
        }
        return new Words(cluster.fileSystem());
    }

    /** The host that has each file on its SSD. */
    List<String> ssdHosts() throws IOException {
        List<String> hosts = new ArrayList<>();
        for (FileStatus file : hdfs.listStatus(INPUT)) {
            BlockLocation block = hdfs.getFileBlockLocations(file, 0, 1)[0];
            hosts.add(block.getHosts()[Arrays.asList(block.getStorageTypes()).indexOf(StorageType.SSD)]);
        }
        return hosts;
    }

    /** How many tasks ran on the host that has their file on its SSD. */
    long onSsd(List<String> hosts) throws IOException {
        List<String> ssd = ssdHosts();
        return IntStream.range(0, ssd.size())
                .filter(task -> ssd.get(task).equals(hosts.get(task)))
                .count();
    }

    /** The counts of a job. */
    Map<String, Integer> counted(Path output) throws IOException {
        Map<String, Integer> counts = new HashMap<>();
        for (FileStatus part : hdfs.listStatus(output, path -> path.getName().startsWith("part-"))) {
            try (var lines =
                    new BufferedReader(new InputStreamReader(hdfs.open(part.getPath()), StandardCharsets.UTF_8))) {
                lines.lines()
                        .map(line -> line.split("\t"))
                        .forEach(pair -> counts.put(pair[0], Integer.valueOf(pair[1])));
            }
        }
        return counts;
    }
}
