package io.tiercel.spark.event;

/** Receives the events of one application, on any thread, without blocking. */
@FunctionalInterface
public interface EventSink {
    /** Drops all events. */
    EventSink NONE = event -> {};

    /** Delivers the event to the application's listeners, soon and on another thread. */
    void post(TiercelEvent event);
}
