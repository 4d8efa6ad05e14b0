package io.tiercel.testkit.process;

/** The cluster cannot do what was asked; the message is one line for the user: what, where, and what was expected. */
public final class ClusterException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public ClusterException(String message) {
        super(message);
    }

    public ClusterException(String message, Throwable cause) {
        super(message, cause);
    }
}
