package io.tiercel.spark.input;

import io.tiercel.hdfs.locate.FileRange;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.lib.input.CombineFileSplit;
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
    /** Splits within splits beyond this depth are a mistake. */
    private static final int DEEPEST_WRAPPING = 4;

    private InputExtraction() {}

    /**
     * The parts of files of each task, in the order of {@code partitions}. Empty for a task whose files cannot be seen.
     */
    public static List<List<FileRange>> of(RDD<?> rdd, int[] partitions) throws ReflectiveOperationException {
        Lineage lineage = new Lineage(rdd);
        List<List<FileRange>> ranges = new ArrayList<>(partitions.length);
        for (int partition : partitions) {
            List<FileRange> files = new ArrayList<>();
            for (Partition source : lineage.sources(partition)) {
                files.addAll(files(source));
            }
            ranges.add(files);
        }
        return ranges;
    }

    private static List<FileRange> files(Partition source) throws ReflectiveOperationException {
        if (source instanceof HadoopPartition hadoop) {
            return files(hadoop.inputSplit().value());
        }
        if (source instanceof NewHadoopPartition hadoop) {
            return files(hadoop.serializableHadoopSplit().value());
        }
        return source.getClass().getName().startsWith(SQL) ? SqlPartitionFiles.of((Object) source) : List.of();
    }

    private static List<FileRange> files(@Nullable Object split) {
        Object current = split;
        for (int depth = 0; depth < DEEPEST_WRAPPING && current != null; depth++) {
            if (current instanceof org.apache.hadoop.mapred.FileSplit file) {
                return List.of(range(file.getPath(), file.getStart(), file.getLength()));
            }
            if (current instanceof org.apache.hadoop.mapreduce.lib.input.FileSplit file) {
                return List.of(range(file.getPath(), file.getStart(), file.getLength()));
            }
            // The old API's CombineFileSplit extends the new one's.
            if (current instanceof CombineFileSplit all) {
                return IntStream.range(0, all.getNumPaths())
                        .mapToObj(i -> range(all.getPath(i), all.getOffset(i), all.getLength(i)))
                        .toList();
            }
            current = wrapped(current);
        }
        return List.of();
    }

    private static FileRange range(Path path, long start, long length) {
        return new FileRange(path, start, Math.max(0, length));
    }

    /** The split within a wrapper such as Hadoop's TaggedInputSplit (MultipleInputs). Wrappers share no type. */
    private static @Nullable Object wrapped(Object split) {
        try {
            Method method = split.getClass().getMethod("getInputSplit");
            method.setAccessible(true);
            return method.invoke(split);
        } catch (ReflectiveOperationException | RuntimeException e) {
            return null; // It wraps nothing that we could see.
        }
    }
}
