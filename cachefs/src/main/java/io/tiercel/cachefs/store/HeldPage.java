package io.tiercel.cachefs.store;

import java.nio.file.Path;

/**
 * A page of the store, as a look at its file shows it.
 *
 * @param id of its object
 * @param bytes of the file
 * @param stamp the file's modification time, nanoseconds since 1970
 */
record HeldPage(Path file, String id, int page, long bytes, long stamp) {}
