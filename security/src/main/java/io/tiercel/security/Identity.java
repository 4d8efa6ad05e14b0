package io.tiercel.security;

import io.grpc.Metadata;
import java.io.IOException;

/** The proof of who a caller is. Thread-safe. */
interface Identity extends AutoCloseable {
    /**
     * The entries of the next call. May wait for a KDC or a NameNode, so it runs on a thread of its own.
     *
     * @throws NoProofException in one line, if there is nothing to show
     * @throws IOException in one line, if the KDC or the NameNode does not answer now
     */
    Metadata show() throws IOException;

    /** The caller has no proof of who it is, and waiting would not change that. */
    final class NoProofException extends IOException {
        private static final long serialVersionUID = 1L;

        NoProofException(String line) {
            super(line);
        }
    }

    /** Whether {@link #show} may wait for anybody. If not, calls are sent in the order in which they are made. */
    default boolean mayWait() {
        return true;
    }

    /** The coordinator has begun to answer a call, with these entries. */
    default void accepted(Metadata answer) {}

    /** The coordinator did not believe what a call showed. The next call should show something else. */
    default void refused(Metadata shown) {}

    @Override
    default void close() {}
}
