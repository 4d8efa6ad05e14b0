package io.tiercel.spark.input;

import io.tiercel.hdfs.locate.FileRange;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.Partition;
import org.apache.spark.rdd.HadoopPartition;
import org.apache.spark.rdd.NewHadoopPartition;
import org.apache.spark.rdd.RDD;
import org.jspecify.annotations.Nullable;

/**
 * Finds the parts of files that the tasks of a stage read, through the stage's RDD: Hadoop's input formats of both APIs, and
 * Spark SQL's file sources of both versions. Runs on the DAG scheduler's event loop, where RDDs may be asked.
 */
public final class InputExtraction {
    private static final String SQL = "org.apache.spark.sql.execution.datasources.";

    private InputExtraction() {}

    /**
     * The parts of files of each task, in the order of {@code partitions}. Empty for a task whose files cannot be seen.
     *
     * @param rdd of the stage
     * @param partitions the partition of each task
     */
    public static List<List<FileRange>> of(RDD<?> rdd, int[] partitions) throws ReflectiveOperationException {
        Lineage lineage = new Lineage(rdd);
        List<List<FileRange>> ranges = new ArrayList<>(partitions.length);
        for (int partition : partitions) {
            ranges.add(files(lineage.sources(partition)));
        }
        return ranges;
    }

    private static List<FileRange> files(List<Partition> sources) throws ReflectiveOperationException {
        if (sources.size() == 1) {
            List<FileRange> files = files(sources.get(0));
            return files == null ? List.of() : files;
        }
        List<FileRange> all = new ArrayList<>();
        for (Partition source : sources) {
            List<FileRange> files = files(source);
            if (files != null) {
                all.addAll(files);
            }
        }
        return all;
    }

    private static @Nullable List<FileRange> files(Partition source) throws ReflectiveOperationException {
        if (source instanceof HadoopPartition hadoop) {
            return SplitFiles.of(hadoop.inputSplit().value());
        }
        if (source instanceof NewHadoopPartition hadoop) {
            return SplitFiles.of(hadoop.serializableHadoopSplit().value());
        }
        return source.getClass().getName().startsWith(SQL) ? SqlPartitionFiles.of((Object) source) : null;
    }
}
