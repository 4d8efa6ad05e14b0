package io.tiercel.cli;

/** Ends a command with one clear line for its user: what, where, what was expected. */
public final class CommandFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int exitCode;

    /** A failure in what the user gave, which is exit code 2. */
    public CommandFailure(String message) {
        this(ExitCodes.USAGE, message);
    }

    public CommandFailure(int exitCode, String message) {
        super(message);
        this.exitCode = exitCode;
    }

    public int exitCode() {
        return exitCode;
    }
}
