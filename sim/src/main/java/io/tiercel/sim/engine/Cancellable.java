package io.tiercel.sim.engine;

/** Something that is under way and takes time. */
@FunctionalInterface
public interface Cancellable {
    /** It goes on no more, and nobody hears of its end; nothing happens if it has ended. */
    void cancel();
}
