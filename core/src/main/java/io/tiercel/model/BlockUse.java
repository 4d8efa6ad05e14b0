package io.tiercel.model;

/**
 * How a block that lies in a faster tier has been used there.
 *
 * @param bytes room that it takes, at least 0
 * @param reads how often it was read since it came in, at least 0
 * @param lastUse when it was last read, or came in if never read: nanoseconds since an arbitrary origin
 */
public record BlockUse(long bytes, long reads, long lastUse) {
    public BlockUse {
        Preconditions.nonNegative("bytes", bytes);
        Preconditions.nonNegative("reads", reads);
    }
}
