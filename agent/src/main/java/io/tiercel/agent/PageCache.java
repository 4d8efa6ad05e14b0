package io.tiercel.agent;

import java.io.IOException;
import java.nio.file.Path;

/** Says how many bytes of a file are in memory. */
@FunctionalInterface
interface PageCache {
    /** @throws java.nio.file.NoSuchFileException if it is not there (any more) */
    long residentBytes(Path file, long length) throws IOException;
}
