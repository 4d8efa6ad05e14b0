package io.tiercel.containers;

import io.tiercel.hdfs.locate.FileRange;
import java.util.List;
import java.util.SortedMap;

/** Finds out which parts of files tasks of a stage read; called once, in the background. */
public interface InputReader {
    /** The parts of files that tasks read, by their numbers in the stage; empty for a task of which it is not known. */
    SortedMap<Integer, List<FileRange>> read() throws Exception;
}
