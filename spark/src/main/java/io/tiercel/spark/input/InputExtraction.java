package io.tiercel.spark.input;

import io.tiercel.hdfs.locate.FileRange;
import io.tiercel.hdfs.locate.FileRange.FileVersion;
import io.tiercel.spark.ScalaLists;
import java.lang.reflect.Method;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.lib.input.CombineFileSplit;
import org.apache.spark.Dependency;
import org.apache.spark.NarrowDependency;
import org.apache.spark.OneToOneDependency;
import org.apache.spark.Partition;
import org.apache.spark.rdd.HadoopPartition;
import org.apache.spark.rdd.NewHadoopPartition;
import org.apache.spark.rdd.RDD;
import org.apache.spark.sql.execution.datasources.FilePartition;
import org.apache.spark.sql.execution.datasources.PartitionedFile;
import org.jspecify.annotations.Nullable;
import scala.Option;

/**
 * Finds the parts of files that the tasks of a stage read, through the stage's RDD: Hadoop's input formats of both APIs, and
 * Spark SQL's file sources of both versions. Runs on the DAG scheduler's event loop, where RDDs may be asked.
 */
public final class InputExtraction {
    private static final String SQL = "org.apache.spark.sql.execution.datasources.";
    /** Splits within splits beyond this depth are a mistake. */
    private static final int DEEPEST_WRAPPING = 4;

    private InputExtraction() {}

    /** The parts of files of each task, in the order of {@code partitions}. Empty for a task whose files cannot be seen. */
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

    /**
     * The narrow lineage of a stage's RDD: the source partitions that a task computes. Chains of RDDs whose partitions match one to
     * one are most of a stage, and are resolved once for all tasks.
     *
     * <p>Without recursion, because iterative programs build lineages thousands of RDDs deep.
     */
    private static final class Lineage {
        /** Partitions on the way of one task at most; beyond that it has no locality worth the search. */
        static final int MOST_PARTITIONS = 20_000;

        private record At(RDD<?> rdd, int partition) {}

        private record Seen(int rdd, int partition) {}

        private final RDD<?> root;
        private final Map<Integer, RDD<?>> ends = new HashMap<>();
        private final Map<Integer, List<NarrowDependency<?>>> parents = new HashMap<>();

        Lineage(RDD<?> root) {
            this.root = root;
        }

        /**
         * The source partitions of a task.
         *
         * @throws IllegalStateException if there are more than {@value #MOST_PARTITIONS} partitions on the way
         */
        List<Partition> sources(int partition) {
            List<Partition> sources = new ArrayList<>(1);
            Set<Seen> seen = new HashSet<>();
            Deque<At> open = new ArrayDeque<>();
            open.push(new At(root, partition));
            while (!open.isEmpty()) {
                At at = open.pop();
                RDD<?> end = endOfChain(at.rdd());
                if (!seen.add(new Seen(end.id(), at.partition()))) {
                    continue;
                }
                if (seen.size() > MOST_PARTITIONS) {
                    throw new IllegalStateException("the lineage of one task has more than " + MOST_PARTITIONS
                            + " partitions; its input is not looked for");
                }
                List<NarrowDependency<?>> narrow = narrow(end);
                if (narrow.isEmpty() && end.dependencies().isEmpty()) {
                    sources.add(end.partitions()[at.partition()]);
                }
                for (NarrowDependency<?> dependency : narrow) {
                    ScalaLists.java(dependency.getParents(at.partition()))
                            .forEach(parent -> open.push(new At(dependency.rdd(), (Integer) parent)));
                }
            }
            return sources;
        }

        /** The last RDD that can be reached over single one-to-one dependencies. */
        private RDD<?> endOfChain(RDD<?> start) {
            RDD<?> known = ends.get(start.id());
            if (known != null) {
                return known;
            }
            RDD<?> end = start;
            while (end.dependencies().size() == 1
                    && end.dependencies().head() instanceof OneToOneDependency<?> single) {
                end = single.rdd();
            }
            ends.put(start.id(), end);
            return end;
        }

        private List<NarrowDependency<?>> narrow(RDD<?> rdd) {
            return parents.computeIfAbsent(rdd.id(), id -> {
                List<NarrowDependency<?>> narrow = new ArrayList<>();
                for (Dependency<?> dependency : ScalaLists.java(rdd.dependencies())) {
                    if (dependency instanceof NarrowDependency<?> one) {
                        narrow.add(one);
                    }
                }
                return narrow;
            });
        }
    }

    /** The files of Spark SQL's partitions. A class of its own, because an application may lack {@code spark-sql}. */
    private static final class SqlPartitionFiles {
        private static final String DATA_SOURCE =
                "org.apache.spark.sql.execution.datasources.v2.DataSourceRDDPartition";

        private SqlPartitionFiles() {}

        static List<FileRange> of(FilePartition partition) {
            List<FileRange> ranges = new ArrayList<>(partition.files().length);
            for (PartitionedFile file : partition.files()) {
                FileVersion version = file.fileSize() > 0 && file.modificationTime() > 0
                        ? new FileVersion(file.fileSize(), file.modificationTime())
                        : null;
                ranges.add(new FileRange(file.toPath(), file.start(), Math.max(0, file.length()), version));
            }
            return ranges;
        }

        /** The parts of files that a partition of Spark SQL reads; empty if they cannot be seen. */
        static List<FileRange> of(Object partition) throws ReflectiveOperationException {
            if (partition instanceof FilePartition files) {
                return of(files);
            }
            if (!partition.getClass().getName().equals(DATA_SOURCE)) {
                return List.of();
            }
            List<FileRange> ranges = new ArrayList<>();
            for (Object input : inputs(partition)) {
                if (!(input instanceof FilePartition files)) {
                    return List.of();
                }
                ranges.addAll(of(files));
            }
            return ranges;
        }

        /** At most one input in Spark 4.2; a sequence before. */
        private static Iterable<?> inputs(Object partition) throws ReflectiveOperationException {
            for (Method method : partition.getClass().getMethods()) {
                if (method.getName().equals("inputPartition") && method.invoke(partition) instanceof Option<?> one) {
                    return one.isDefined() ? List.of(one.get()) : List.of();
                }
                if (method.getName().equals("inputPartitions")
                        && method.invoke(partition) instanceof scala.collection.Iterable<?> several) {
                    return ScalaLists.java(several);
                }
            }
            throw new NoSuchMethodException(
                    partition.getClass().getName() + ": expected inputPartition or inputPartitions");
        }
    }
}
