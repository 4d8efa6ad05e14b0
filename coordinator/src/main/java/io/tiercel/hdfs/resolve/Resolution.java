package io.tiercel.hdfs.resolve;

import java.util.List;

/**
 * What became of selections.
 *
 * @param files those that the caller may read, with the blocks that are selected, in the order of the selections
 * @param skips all else
 */
public record Resolution(List<ResolvedFile> files, List<Skip> skips) {
    public Resolution {
        files = List.copyOf(files);
        skips = List.copyOf(skips);
    }
}
