package io.tiercel.demo.hadoop;

import io.tiercel.demo.data.SizeClass;
import io.tiercel.demo.data.TpchDataset;

/**
 * A job of a replay: a search for a pattern in some blocks, each a file and a map of its own.
 *
 * @param name unique in the replay, and its input's directory
 * @param blocks that it reads; at least 1
 * @param submitted seconds since the replay's start
 */
public record ReplayJob(String name, SizeClass sizeClass, int blocks, double submitted) {
    private static final String ROOT = "/replay/";

    /** The same job at another time. */
    ReplayJob submittedAt(double seconds) {
        return new ReplayJob(name, sizeClass, blocks, seconds);
    }

    /** Where its data set is written. */
    String root() {
        return ROOT + name;
    }

    /** Where its files lie. */
    String input() {
        return TpchDataset.directory(root(), "text", "lineitem");
    }
}
