package io.tiercel.spark.prefetch;

import io.tiercel.model.BlockId;
import io.tiercel.spark.event.EventSink;
import io.tiercel.spark.event.OutcomeCounts;
import io.tiercel.spark.event.PrefetchPlanned;
import org.jspecify.annotations.Nullable;

/** Says to whoever listens what was planned for one stage and what comes of it, now and then and in the end. Of the one thread. */
final class PlanEventPublisher {
    private static final long TELL_MILLIS = 1_000;

    private final EventSink events;
    private final OutcomeCounts counts = new OutcomeCounts();
    private @Nullable PrefetchPlanned plan;
    private boolean asked;
    private long toldMillis = -TELL_MILLIS;

    PlanEventPublisher(EventSink events) {
        this.events = events;
    }

    void planned(PrefetchPlanned made) {
        plan = made;
        events.post(made);
    }

    /** This one was asked for, said before {@link #planned}, which is not to keep anybody waiting. */
    void asked(BlockId block, long bytes) {
        asked = true;
        counts.asked(block.toString(), bytes);
    }

    /**
     * A block was heard to be in memory.
     *
     * @param millis since the stage was submitted
     */
    void arrived(BlockId block, long millis) {
        counts.arrived(block.toString(), millis);
        tell(millis);
    }

    /**
     * The first task that reads the block may just have been launched.
     *
     * @param millis since the stage was submitted
     */
    void started(BlockId block, long millis, boolean inMemory) {
        counts.started(block.toString(), millis, inMemory);
        tell(millis);
    }

    private void tell(long millis) {
        if (millis >= toldMillis + TELL_MILLIS) {
            toldMillis = millis;
            say(millis, false);
        }
    }

    /**
     * No more will come of it.
     *
     * @param millis that the stage has taken
     */
    void over(long millis) {
        say(millis, true);
    }

    private void say(long millis, boolean over) {
        PrefetchPlanned made = plan;
        if (made != null && asked) {
            events.post(counts.outcomes(made, millis, over));
        }
    }
}
