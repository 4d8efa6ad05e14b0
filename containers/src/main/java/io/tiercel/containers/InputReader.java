package io.tiercel.containers;

import io.tiercel.hdfs.locate.FileRange;
import java.util.List;

/** Finds out which parts of files the tasks of a stage read; called once, in the background. */
public interface InputReader {
    /** The parts of files that each task reads, by the task's number; empty for a task of which it is not known. */
    List<List<FileRange>> read() throws Exception;
}
