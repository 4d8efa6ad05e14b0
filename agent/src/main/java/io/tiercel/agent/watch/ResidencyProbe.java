package io.tiercel.agent.watch;

import java.io.IOException;
import java.nio.file.Path;

/** Asks the kernel how many bytes of a file are in memory. */
@FunctionalInterface
public interface ResidencyProbe {
    /** @throws java.nio.file.NoSuchFileException if the file does not exist (any more) */
    long residentBytes(Path file, long length) throws IOException;
}
