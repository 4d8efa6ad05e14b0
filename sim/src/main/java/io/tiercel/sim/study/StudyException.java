package io.tiercel.sim.study;

/** What is wrong with a scenario file: {@code file:line: key: reason}. */
public final class StudyException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    StudyException(String message) {
        super(message);
    }
}
