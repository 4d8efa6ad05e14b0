package io.tiercel.hdfs.resolve;

import io.tiercel.hdfs.FileErrors;
import io.tiercel.hdfs.resolve.Resolution.Skip;
import io.tiercel.protocol.SkipReason;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.fs.InvalidPathException;

/** Turns HDFS' errors about one file into skips. */
final class Refusals {
    private Refusals() {}

    static Skip orThrow(String path, IOException e) throws IOException {
        return of(path, e).orElseThrow(() -> e);
    }

    /** Empty if the exception is not about this file but about the file system, which then cannot be asked. */
    static Optional<Skip> of(String path, IOException e) {
        return FileErrors.kind(e).flatMap(kind -> switch (kind) {
            case NOT_FOUND -> Optional.of(notFound(path));
            case PERMISSION_DENIED ->
                Optional.of(Skip.whole(path, SkipReason.NOT_READABLE, FileErrors.message(FileErrors.unwrapped(e))));
            case OTHER -> Optional.empty();
        });
    }

    /** The Hadoop client rejects a path with an unchecked exception. */
    static Optional<Skip> of(String path, RuntimeException e) {
        return e instanceof IllegalArgumentException || e instanceof InvalidPathException
                ? Optional.of(Skip.whole(path, SkipReason.NOT_FOUND, "expected a path: " + FileErrors.message(e)))
                : Optional.empty();
    }

    static Skip notFound(String path) {
        return Skip.whole(path, SkipReason.NOT_FOUND, "there is no such file or directory");
    }
}
