package io.tiercel.testkit.device;

import java.io.IOException;

/** Says how much of a file is not in memory now. */
@FunctionalInterface
public interface PageResidency {
    /**
     * Bytes of the range that a read now has to fetch from the device: whole pages, clipped to the range's length.
     *
     * @param offset first byte
     * @param length number of bytes, greater than 0
     */
    long missingBytes(long offset, long length) throws IOException;
}
