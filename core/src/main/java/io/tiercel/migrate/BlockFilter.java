package io.tiercel.migrate;

/** Selects blocks by where they lie in files. */
@FunctionalInterface
public interface BlockFilter {
    /** @param path empty for a block of which no file is known */
    boolean covers(String path, long offset, long bytes);
}
