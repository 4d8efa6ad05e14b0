package io.tiercel.client;

import java.util.Optional;
import java.util.function.Function;

/**
 * The outcome of a call.
 *
 * @param <T> what the coordinator answers with
 */
public sealed interface Answer<T> {
    record Given<T>(T given) implements Answer<T> {}

    /** It was reached, and refused. {@code why} is one line for people. */
    record Refused<T>(Reason reason, String why) implements Answer<T> {}

    /** It was not reached, or did not answer in time. {@code why} is one line for people. */
    record Absent<T>(String why) implements Answer<T> {}

    enum Reason {
        /** The call is malformed: an empty job, a range that is none. */
        MALFORMED,
        /** The job is somebody else's, or the caller has no proof of who it is that the coordinator believes now. */
        NOT_ALLOWED,
        /** There is no such job. */
        UNKNOWN,
        /** It is more than the coordinator takes, at all or now. */
        TOO_MUCH,
        /** Something else, which its log explains. */
        FAILED
    }

    default Optional<T> value() {
        return this instanceof Given<T> answer ? Optional.of(answer.given()) : Optional.empty();
    }

    /** Whether the same call may be answered well some time later. */
    default boolean mayPass() {
        return this instanceof Absent
                || this instanceof Refused<T> refused
                        && (refused.reason() == Reason.TOO_MUCH || refused.reason() == Reason.NOT_ALLOWED);
    }

    /** The same with what {@code made} makes of what was given. */
    default <U> Answer<U> map(Function<T, U> made) {
        if (this instanceof Given<T> answer) {
            return new Given<>(made.apply(answer.given()));
        }
        return this instanceof Refused<T> refused
                ? new Refused<>(refused.reason(), refused.why())
                : new Absent<>(why());
    }

    /** One line for people; empty if there is nothing to complain of. */
    default String why() {
        if (this instanceof Refused<T> refused) {
            return refused.why();
        }
        return this instanceof Absent<T> absent ? absent.why() : "";
    }
}
