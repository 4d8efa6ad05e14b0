package io.tiercel.cachefs.store;

import java.io.IOException;
import java.nio.file.Path;

/** A page's file does not hold what was written: it is torn, or the disk has changed bits. */
public final class DamagedPageException extends IOException {
    DamagedPageException(Path file) {
        super("the cached page " + file + " was damaged and is deleted");
    }
}
