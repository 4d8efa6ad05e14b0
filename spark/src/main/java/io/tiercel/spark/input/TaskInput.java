package io.tiercel.spark.input;

import io.tiercel.hdfs.locate.FileRange;
import java.util.List;

/**
 * The input of one task, before anything is located.
 *
 * @param files parts of files that it reads
 * @param preferredHosts hosts that Spark prefers, used until the input is located
 * @param cachingExecutors ids of executors that hold its partition in their block manager. If there are any, the task
 *     reads from them and not from files
 */
public record TaskInput(List<FileRange> files, List<String> preferredHosts, List<String> cachingExecutors) {
    public TaskInput {
        files = List.copyOf(files);
        preferredHosts = List.copyOf(preferredHosts);
        cachingExecutors = List.copyOf(cachingExecutors);
    }

    /** A task that reads one part of a file, on whatever host. */
    public static TaskInput of(FileRange range) {
        return new TaskInput(List.of(range), List.of(), List.of());
    }
}
