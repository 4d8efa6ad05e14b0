package io.tiercel.cli.sim;

import java.io.IOException;

/** A file that Spark has not written so: more than its end is missing. The message says what was expected and what came. */
final class MalformedLogException extends IOException {
    private static final long serialVersionUID = 1L;

    MalformedLogException(String message) {
        super(message);
    }
}
