package io.tiercel.sim.work;

/**
 * A file that is there before the first job comes.
 *
 * @param path its name
 * @param bytes its length, at least 0
 */
public record InputFile(String path, long bytes) {
    public InputFile {
        if (bytes < 0) {
            throw new IllegalArgumentException(path + ": bytes: expected at least 0, got " + bytes);
        }
    }
}
