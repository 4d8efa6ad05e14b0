package io.tiercel.containers;

import io.tiercel.hdfs.locate.FileRange;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.mapreduce.lib.input.CombineFileSplit;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;

/** Says which parts of files one of Hadoop's splits reads: splits of files, by both interfaces, and those that combine several. */
public final class SplitFiles {
    private SplitFiles() {}

    /** Whether splits of a class say what they read. */
    public static boolean isOfFiles(Class<?> type) {
        return FileSplit.class.isAssignableFrom(type)
                || org.apache.hadoop.mapred.FileSplit.class.isAssignableFrom(type)
                || CombineFileSplit.class.isAssignableFrom(type);
    }

    /** What a split reads; empty if it does not say. The old interface's combined split is one of the new one's. */
    public static List<FileRange> ranges(Object split) {
        if (split instanceof FileSplit file) {
            return List.of(new FileRange(file.getPath(), file.getStart(), file.getLength()));
        }
        if (split instanceof org.apache.hadoop.mapred.FileSplit file) {
            return List.of(new FileRange(file.getPath(), file.getStart(), file.getLength()));
        }
        List<FileRange> ranges = new ArrayList<>();
        if (split instanceof CombineFileSplit several) {
            for (int i = 0; i < several.getNumPaths(); i++) {
                ranges.add(new FileRange(several.getPath(i), several.getOffset(i), several.getLength(i)));
            }
        }
        return ranges;
    }
}
