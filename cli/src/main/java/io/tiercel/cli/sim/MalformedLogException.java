package io.tiercel.cli.sim;

import java.io.IOException;

/** A log that is damaged, and not just cut off at its end. The message says what was expected and what came. */
final class MalformedLogException extends IOException {
    private static final long serialVersionUID = 1L;

    MalformedLogException(String message) {
        super(message);
    }
}
