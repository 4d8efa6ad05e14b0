package io.tiercel.spark.input;

import io.tiercel.hdfs.locate.FileRange;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/** The files of Hadoop input splits, of the old API and of the new. */
final class SplitFiles {
    /** Splits within splits beyond this depth are a mistake. */
    private static final int DEEPEST_WRAPPING = 4;

    private SplitFiles() {}

    /** The parts of files that a split consists of; null if they cannot be seen. */
    static @Nullable List<FileRange> of(@Nullable Object split) {
        Object current = split;
        for (int depth = 0; depth < DEEPEST_WRAPPING && current != null; depth++) {
            if (current instanceof org.apache.hadoop.mapred.FileSplit file) {
                return List.of(range(file.getPath(), file.getStart(), file.getLength()));
            }
            if (current instanceof org.apache.hadoop.mapreduce.lib.input.FileSplit file) {
                return List.of(range(file.getPath(), file.getStart(), file.getLength()));
            }
            // The old API's CombineFileSplit extends the new one's.
            if (current instanceof org.apache.hadoop.mapreduce.lib.input.CombineFileSplit combined) {
                return ranges(combined);
            }
            current = wrapped(current);
        }
        return null;
    }

    private static List<FileRange> ranges(org.apache.hadoop.mapreduce.lib.input.CombineFileSplit combined) {
        List<FileRange> ranges = new ArrayList<>(combined.getNumPaths());
        for (int i = 0; i < combined.getNumPaths(); i++) {
            ranges.add(range(combined.getPath(i), combined.getOffset(i), combined.getLength(i)));
        }
        return ranges;
    }

    static FileRange range(Path path, long start, long length) {
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
