package io.tiercel.spark.input;

import io.tiercel.hdfs.locate.BlockLocator;
import io.tiercel.hdfs.locate.FileRange;
import io.tiercel.hdfs.locate.RangeLocations;
import java.util.List;

/** Locates parts of files. Production uses a {@link BlockLocator}; tests make up clusters. */
@FunctionalInterface
public interface InputLocator {
    /** Requests locations, and returns at once. */
    RangeLocations locate(List<FileRange> ranges);
}
