package io.tiercel.hdfs.resolve;

import io.tiercel.protocol.SkipReason;
import java.util.Optional;

/**
 * Data that will not be read into memory.
 *
 * @param path the file or directory
 * @param range which part; empty for the whole
 * @param reason for programs
 * @param text for people: the reason, and the remedy
 */
public record Skip(String path, Optional<ByteRange> range, SkipReason reason, String text) {
    public static Skip whole(String path, SkipReason reason, String text) {
        return new Skip(path, Optional.empty(), reason, text);
    }

    public static Skip block(String path, FileBlock block, SkipReason reason, String text) {
        return new Skip(path, Optional.of(new ByteRange(block.offset(), block.length())), reason, text);
    }
}
