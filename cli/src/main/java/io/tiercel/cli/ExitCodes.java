package io.tiercel.cli;

/** What the exit codes of {@code tiercel} mean. */
public final class ExitCodes {
    public static final int OK = 0;

    /** The command ran, and its answer is no: a check failed, something is missing. */
    public static final int NEGATIVE = 1;

    /** What the user gave cannot be used: an option, a file, a record. */
    public static final int USAGE = 2;

    private ExitCodes() {}
}
