package io.tiercel.spark.input;

import io.tiercel.hdfs.locate.FileRange;
import java.util.List;

/**
 * What is known of one task's input before anything is located.
 *
 * @param files the parts of files that it reads
 * @param preferredHosts hosts that Spark itself prefers; used for input that is not located (yet)
 * @param cachingExecutors ids of executors that hold its partition in their block manager. Where there are any, the task
 *     reads from them and not from files
 */
public record TaskInput(List<FileRange> files, List<String> preferredHosts, List<String> cachingExecutors) {
    public TaskInput {
        files = List.copyOf(files);
        preferredHosts = List.copyOf(preferredHosts);
        cachingExecutors = List.copyOf(cachingExecutors);
    }
}
