package io.tiercel.spark.memory;

import io.tiercel.client.Availability;
import io.tiercel.spark.event.CoordinatorChanged;
import io.tiercel.spark.event.TiercelEvent;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says in the log and in an event when the coordinator comes and when it goes. Thread-safe. */
final class AvailabilityLog {
    private static final Logger LOG = LoggerFactory.getLogger(AvailabilityLog.class);

    private final String address;
    private final Consumer<TiercelEvent> events;
    private final AtomicReference<Availability.State> last = new AtomicReference<>(Availability.State.UNKNOWN);
    private final AtomicBoolean warned = new AtomicBoolean();

    AvailabilityLog(String address, Consumer<TiercelEvent> events) {
        this.address = address;
        this.events = events;
    }

    void note(Availability now) {
        if (now.state() == Availability.State.UNKNOWN) {
            return;
        }
        boolean reached = now.state() == Availability.State.REACHED;
        if (last.getAndSet(now.state()) != now.state()) {
            events.accept(CoordinatorChanged.now(address, reached, now.why()));
        }
        if (!reached && warned.compareAndSet(false, true)) {
            LOG.warn("Tiercel: {}; tasks are placed without regard to what is in memory until it is back", now.why());
        } else if (reached && warned.compareAndSet(true, false)) {
            LOG.info("Tiercel: the coordinator at {} is there again", address);
        }
    }
}
