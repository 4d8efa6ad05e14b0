package io.tiercel.client;

/**
 * Whether the coordinator is there.
 *
 * @param state as of the last call
 * @param why one line for people; empty unless it is absent
 */
public record Availability(State state, String why) {
    static final Availability UNKNOWN = new Availability(State.UNKNOWN, "");
    static final Availability REACHED = new Availability(State.REACHED, "");

    public enum State {
        /** It was not asked yet. */
        UNKNOWN,
        REACHED,
        ABSENT
    }
}
