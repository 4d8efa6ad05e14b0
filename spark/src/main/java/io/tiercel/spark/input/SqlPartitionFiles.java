package io.tiercel.spark.input;

import io.tiercel.hdfs.locate.FileRange;
import io.tiercel.hdfs.locate.FileRange.FileVersion;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.execution.datasources.FilePartition;
import org.apache.spark.sql.execution.datasources.PartitionedFile;
import scala.Option;
import scala.jdk.javaapi.CollectionConverters;

/** The files of Spark SQL's partitions. A class of its own, because an application may lack {@code spark-sql}. */
final class SqlPartitionFiles {
    private static final String DATA_SOURCE = "org.apache.spark.sql.execution.datasources.v2.DataSourceRDDPartition";

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
                return CollectionConverters.asJava(several);
            }
        }
        throw new NoSuchMethodException(
                partition.getClass().getName() + ": expected inputPartition or inputPartitions");
    }
}
