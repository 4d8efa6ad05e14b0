package io.tiercel.suites.mapreduce;

import io.tiercel.testkit.TieredCluster;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.TaskCompletionEvent;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.map.TokenCounterMapper;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.reduce.IntSumReducer;

/** Counts the words of some files of one block each, by Hadoop's own classes. Map i reads file i. */
final class WordCount {
    private static final int BLOCK = 1 << 20;

    private final FileSystem hdfs;
    private final Path input;

    private WordCount(FileSystem hdfs, Path input) {
        this.hdfs = hdfs;
        this.input = input;
    }

    /** Writes files such that each node in turn has one on its SSD. */
    static WordCount write(TieredCluster cluster, int files) throws IOException {
        Path input = new Path("/input-" + files);
        int nodes = cluster.hosts().size();
        for (int file = 0; file < files; file++) {
            // The largest split is the first map's.
            byte[] line = ("word" + file + " and and\n").getBytes(StandardCharsets.US_ASCII);
            try (var out =
                    cluster.fileSystemOn((file + 1) % nodes).create(new Path(input, String.format("f%02d", file)))) {
                for (int bytes = 0; bytes + line.length <= BLOCK - 10_000 * file; bytes += line.length) {
                    out.write(line);
                }
            }
        }
        return new WordCount(cluster.fileSystem(), input);
    }

    /** The host that has each file on its SSD. */
    List<String> ssdHosts() throws IOException {
        List<String> hosts = new ArrayList<>();
        for (FileStatus file : hdfs.listStatus(input)) {
            BlockLocation block = hdfs.getFileBlockLocations(file, 0, 1)[0];
            int ssd = Arrays.asList(block.getStorageTypes()).indexOf(StorageType.SSD);
            hosts.add(block.getHosts()[ssd]);
        }
        return hosts;
    }

    Job submit(Configuration conf, String name) throws Exception {
        return submit(conf, name, TokenCounterMapper.class);
    }

    Job submit(Configuration conf, String name, Class<? extends TokenCounterMapper> mapper) throws Exception {
        Job job = Job.getInstance(conf, name);
        job.setMapperClass(mapper);
        job.setReducerClass(IntSumReducer.class);
        job.setOutputKeyClass(Text.class);
        job.setOutputValueClass(IntWritable.class);
        FileInputFormat.addInputPath(job, input);
        FileOutputFormat.setOutputPath(job, output(name));
        job.submit();
        return job;
    }

    static Path output(String name) {
        return new Path("/output/" + name);
    }

    /** The counted words of a job. */
    Map<String, Integer> counted(String name) throws IOException {
        Map<String, Integer> counts = new TreeMap<>();
        try (var lines = new BufferedReader(
                new InputStreamReader(hdfs.open(new Path(output(name), "part-r-00000")), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String[] parts = line.split("\t");
                counts.put(parts[0], Integer.parseInt(parts[1]));
            }
        }
        return counts;
    }

    /** The host on which each map has succeeded. */
    static List<String> hosts(Job job, int maps) throws IOException, InterruptedException {
        String[] hosts = new String[maps];
        List<TaskCompletionEvent> events = new ArrayList<>();
        for (TaskCompletionEvent[] some = job.getTaskCompletionEvents(0, 100);
                some.length > 0;
                some = job.getTaskCompletionEvents(events.size(), 100)) {
            events.addAll(List.of(some));
        }
        events.stream()
                .filter(event -> event.isMapTask() && event.getStatus() == TaskCompletionEvent.Status.SUCCEEDED)
                .forEach(event -> hosts[event.getTaskAttemptId().getTaskID().getId()] =
                        event.getTaskTrackerHttp().replaceAll("^http://|:\\d+$", ""));
        return Arrays.asList(hosts);
    }

    /** How many maps ran on the host that has their file on its SSD. */
    long onSsd(List<String> hosts) throws IOException {
        List<String> ssd = ssdHosts();
        return IntStream.range(0, ssd.size())
                .filter(map -> ssd.get(map).equals(hosts.get(map)))
                .count();
    }
}
