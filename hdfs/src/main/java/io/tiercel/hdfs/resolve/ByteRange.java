package io.tiercel.hdfs.resolve;

/**
 * A part of a file.
 *
 * @param offset bytes from the file's start, at least 0
 * @param length bytes, above 0
 */
public record ByteRange(long offset, long length) {
    public ByteRange {
        if (offset < 0 || length <= 0) {
            throw new IllegalArgumentException(
                    "range: expected an offset of at least 0 and a length above 0, got " + offset + " and " + length);
        }
    }

    boolean touches(long start, long bytes) {
        // Without a sum that could overflow.
        return start - offset < length && offset - start < bytes;
    }
}
