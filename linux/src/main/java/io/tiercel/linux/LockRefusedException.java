package io.tiercel.linux;

import java.io.IOException;

/** This process may not lock that much memory. */
public final class LockRefusedException extends IOException {
    private static final long serialVersionUID = 1L;

    LockRefusedException(String message) {
        super(message);
    }
}
