package io.tiercel.coordinator.state;

/** A call that is refused, in one line for its caller. */
public final class RefusedCallException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** What kind of refusal. */
    public enum Kind {
        /** The job is somebody else's. */
        NOT_YOURS,
        /** There is no such job. */
        UNKNOWN,
        /** It would be more than the coordinator keeps. */
        TOO_MUCH,
        /** The caller contradicts itself. */
        MALFORMED
    }

    private final Kind kind;

    RefusedCallException(Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    public Kind kind() {
        return kind;
    }
}
