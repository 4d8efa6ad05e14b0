package io.tiercel.demo.hadoop;

import io.tiercel.demo.hadoop.ReplayTrial.CountedMaps;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.StreamSupport;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.jobhistory.JobHistoryParser;
import org.apache.hadoop.mapreduce.jobhistory.JobHistoryParser.JobInfo;
import org.apache.hadoop.mapreduce.jobhistory.JobHistoryParser.TaskAttemptInfo;
import org.apache.hadoop.mapreduce.jobhistory.JobHistoryParser.TaskInfo;
import org.jspecify.annotations.Nullable;

/** A job's history as Hadoop itself writes it, under every treatment alike. */
final class JobHistory {
    private static final String COUNTERS = "io.tiercel.mapreduce.TiercelCounter";
    private static final String SUCCEEDED = "SUCCEEDED";

    private final JobInfo job;

    JobHistory(JobInfo job) {
        this.job = job;
    }

    /**
     * Reads the history of a job that has ended.
     *
     * @param staging the jobs' staging directory, below which masters leave it
     * @return empty if it is not there
     */
    static Optional<JobHistory> read(FileSystem files, String staging, String jobId) throws IOException {
        RemoteIterator<LocatedFileStatus> found = files.listFiles(new Path(staging, "history/done_intermediate"), true);
        while (found.hasNext()) {
            Path file = found.next().getPath();
            if (file.getName().startsWith(jobId + "-") && file.getName().endsWith(".jhist")) {
                return Optional.of(new JobHistory(new JobHistoryParser(files, file).parse()));
            }
        }
        return Optional.empty();
    }

    double seconds() {
        return (job.getFinishTime() - job.getSubmitTime()) / 1000.0;
    }

    /** Successful attempts of maps, in the order of their input. */
    List<TaskAttemptInfo> maps() {
        Map<Integer, TaskAttemptInfo> maps = new TreeMap<>();
        for (TaskInfo task : job.getAllTasks().values()) {
            if (task.getTaskType() == TaskType.MAP) {
                task.getAllTaskAttempts().values().stream()
                        .filter(attempt -> SUCCEEDED.equals(attempt.getTaskStatus()))
                        .forEach(attempt -> maps.put(task.getTaskId().getId(), attempt));
            }
        }
        return List.copyOf(maps.values());
    }

    /** Times of all attempts of tasks, added up: what the job has used of the cluster. */
    double taskSeconds() {
        return job.getAllTasks().values().stream()
                .flatMap(task -> task.getAllTaskAttempts().values().stream())
                .mapToDouble(JobHistory::seconds)
                .sum();
    }

    static double seconds(TaskAttemptInfo attempt) {
        return (attempt.getFinishTime() - attempt.getStartTime()) / 1000.0;
    }

    /** What Tiercel has counted. A job that Hadoop ended for a master that died has no counters at all. */
    CountedMaps counted() {
        @Nullable Counters counters = job.getTotalCounters();
        if (counters == null) {
            return CountedMaps.NONE;
        }
        Map<String, Long> maps = new TreeMap<>();
        StreamSupport.stream(counters.getGroup(COUNTERS).spliterator(), false)
                .forEach(counter -> maps.put(counter.getName(), counter.getValue()));
        long all = maps.values().stream().mapToLong(Long::longValue).sum();
        long memory = maps.getOrDefault("MAPS_MEMORY", 0L);
        long ssd = maps.getOrDefault("MAPS_SSD", 0L);
        long hdd = maps.getOrDefault("MAPS_HDD", 0L);
        return new CountedMaps(all > 0, memory, ssd, hdd, all - memory - ssd - hdd);
    }

    /** The blocks of files of one block each, in the order of their maps: Hadoop gives the first map the longest split. */
    static List<BlockLocation> blocks(FileSystem files, String directory) throws IOException {
        List<BlockLocation> blocks = new ArrayList<>();
        for (FileStatus file : files.listStatus(new Path(directory))) {
            blocks.addAll(Arrays.asList(files.getFileBlockLocations(file, 0, file.getLen())));
        }
        blocks.sort(Comparator.comparingLong(BlockLocation::getLength).reversed());
        return blocks;
    }

    static boolean isLocal(BlockLocation block, String host) throws IOException {
        return Arrays.asList(block.getHosts()).contains(host);
    }

    static boolean isOnSsd(BlockLocation block, String host) throws IOException {
        int replica = Arrays.asList(block.getHosts()).indexOf(host);
        return replica >= 0 && block.getStorageTypes()[replica] == StorageType.SSD;
    }
}
