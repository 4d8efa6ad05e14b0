package io.tiercel.hdfs.resolve;

import java.util.List;

/**
 * The answer to selections.
 *
 * @param files files that the caller may read, with the selected blocks, in the order of the selections
 * @param skips all other data
 */
public record Resolution(List<ResolvedFile> files, List<Skip> skips) {
    public Resolution {
        files = List.copyOf(files);
        skips = List.copyOf(skips);
    }

    static Resolution of(ResolvedFile file) {
        return new Resolution(List.of(file), List.of());
    }

    static Resolution of(Skip skip) {
        return new Resolution(List.of(), List.of(skip));
    }
}
