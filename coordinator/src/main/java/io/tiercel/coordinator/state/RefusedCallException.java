package io.tiercel.coordinator.state;

/** A call that is refused, in one line for its caller. */
public final class RefusedCallException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public enum Kind {
        NOT_YOURS,
        UNKNOWN,
        TOO_MUCH
    }

    private final Kind kind;

    public RefusedCallException(Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    public Kind kind() {
        return kind;
    }
}
