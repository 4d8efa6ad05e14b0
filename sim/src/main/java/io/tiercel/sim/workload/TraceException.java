package io.tiercel.sim.workload;

/** An error in a trace: {@code file:line: reason}. */
public final class TraceException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TraceException(String file, long line, String reason) {
        super(file + ":" + line + ": " + reason);
    }
}
