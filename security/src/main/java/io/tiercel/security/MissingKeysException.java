package io.tiercel.security;

import java.io.IOException;

/** A secure Hadoop's configuration lacks keys. To try again is of no use. */
public final class MissingKeysException extends IOException {
    private static final long serialVersionUID = 1L;

    /** @param line names the keys */
    public MissingKeysException(String line) {
        super(line);
    }
}
