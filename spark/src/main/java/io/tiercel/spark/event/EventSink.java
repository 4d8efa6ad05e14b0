package io.tiercel.spark.event;

/** Where events of one application go. Whoever posts does not wait; may be called from any thread. */
@FunctionalInterface
public interface EventSink {
    /** Nobody hears them. */
    EventSink NONE = event -> {};

    /** Tells whoever listens, soon and on another thread. */
    void post(TiercelEvent event);
}
