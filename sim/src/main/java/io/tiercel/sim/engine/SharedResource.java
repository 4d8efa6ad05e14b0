package io.tiercel.sim.engine;

import io.tiercel.model.Preconditions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A device, a link or a memory: all current transfers get equal shares of its bandwidth (processor sharing).
 *
 * <p>It is kept in virtual time. A lane's {@code served} is the bytes that a transfer would have got since the resource was last idle. A transfer
 * of b bytes that begins at served = v ends at served = v + b, independent of other transfers. So a change costs O(log n), and one engine event
 * stands for the next end.
 *
 * <p>A disk that serves several transfers seeks between them: n transfers together get {@code bandwidth / (1 + loss * (1 - 1/n))}. Background
 * transfers are served only while there are no others, like reads of the kernel's idle class.
 */
public final class SharedResource {
    private final Engine engine;
    private final int number;
    private final String name;
    private final double seekLoss;
    private final TransferListener[] listeners;
    private double mostEach;
    private final Engine.Timer nextEnd;
    private final Lane foreground = new Lane();
    private final Lane background = new Lane();
    private double bytesPerSecond;
    private long updated;
    private long sequence;

    /**
     * @param name for messages
     * @param bytesPerSecond bandwidth, above 0
     * @param seekLoss how much longer many transfers at a time take than one after the other; at least 0
     * @param listeners get each transfer
     */
    public SharedResource(
            Engine engine, String name, double bytesPerSecond, double seekLoss, TransferListener... listeners) {
        this(engine, name, bytesPerSecond, seekLoss, Double.POSITIVE_INFINITY, listeners);
    }

    /**
     * A resource that limits each transfer: an SSD, or processors of which a task uses one.
     *
     * @param mostEach for a transfer, a second; above 0
     */
    public SharedResource(
            Engine engine,
            String name,
            double bytesPerSecond,
            double seekLoss,
            double mostEach,
            TransferListener... listeners) {
        Preconditions.nonNegative("seek loss", seekLoss);
        Preconditions.positive("bytes per second", bytesPerSecond);
        this.seekLoss = seekLoss;
        this.mostEach = mostEach;
        this.engine = engine;
        this.number = engine.newResource();
        this.name = name;
        this.bytesPerSecond = bytesPerSecond;
        this.listeners = listeners.clone();
        this.nextEnd = engine.timer(this::end);
    }

    /** Transfers that share equally, and the bytes that each would have got since the lane was last empty. */
    private static final class Lane {
        private final IndexedHeap<Share> active = new IndexedHeap<>();
        private double served;

        /** Rounding does not add up over busy periods. */
        private void beginAnew() {
            if (active.isEmpty()) {
                served = 0;
            }
        }
    }

    final class Share extends IndexedHeap.Item {
        private final Transfer transfer;
        private final long bytes;
        private final Lane lane;
        private double begin;
        private double end;
        private long order;

        private Share(Transfer transfer, long bytes, Lane lane) {
            this.transfer = transfer;
            this.bytes = bytes;
            this.lane = lane;
        }

        void begin() {
            serve();
            begin = lane.served;
            end = begin + bytes;
            order = sequence++;
            lane.active.set(
                    this, Double.doubleToRawLongBits(end), order); // numbers of at least 0 have the order of their bits
            for (TransferListener listener : listeners) {
                listener.begun(SharedResource.this, engine.now());
            }
            schedule();
        }

        void abandon() {
            if (isQueued()) {
                serve();
                lane.active.remove(this);
                hasEnded(Math.min(bytes, lane.served - begin));
                schedule();
            }
        }

        private void hasEnded(double carried) {
            for (TransferListener listener : listeners) {
                listener.ended(SharedResource.this, engine.now(), carried);
            }
        }

        double carried() {
            if (!isQueued()) {
                return bytes;
            }
            serve();
            schedule();
            return Math.min(bytes, lane.served - begin);
        }
    }

    /** @param waits whether the transfer is in the background */
    Share share(Transfer transfer, long bytes, boolean waits) {
        return new Share(transfer, bytes, waits ? background : foreground);
    }

    /** Its number among the engine's resources, from 0, in the order of creation. */
    public int number() {
        return number;
    }

    public String name() {
        return name;
    }

    public double bytesPerSecond() {
        return bytesPerSecond;
    }

    /** The least bandwidth, with any number of transfers. */
    public double leastBytesPerSecond() {
        return Math.min(mostEach, bytesPerSecond / (1 + seekLoss));
    }

    private Lane serving() {
        return foreground.active.isEmpty() ? background : foreground;
    }

    /** The bandwidth of each transfer in a lane that has any. */
    private double share(Lane lane) {
        int n = lane.active.size();
        return Math.min(mostEach, bytesPerSecond / (1 + seekLoss * (1 - 1.0 / n)) / n);
    }

    public int active() {
        return foreground.active.size() + background.active.size();
    }

    /** Changes the bandwidth, also for current transfers. */
    public void changeBandwidth(double newBytesPerSecond) {
        changeBandwidth(newBytesPerSecond, mostEach);
    }

    /** The same with another limit of each transfer. */
    public void changeBandwidth(double newBytesPerSecond, double newMostEach) {
        serve();
        for (TransferListener listener : listeners) {
            listener.changes(this, engine.now());
        }
        Preconditions.positive("bytes per second", newBytesPerSecond);
        bytesPerSecond = newBytesPerSecond;
        mostEach = newMostEach;
        schedule();
    }

    /** Breaks off all current transfers, in the order in which they began. */
    public void breakOff() {
        Stream.concat(foreground.active.all().stream(), background.active.all().stream())
                .sorted(Comparator.comparingLong(share -> share.order))
                .map(share -> share.transfer)
                .toList()
                .forEach(Transfer::breaks);
    }

    private void serve() {
        Lane lane = serving();
        if (!lane.active.isEmpty()) {
            double seconds = (engine.now() - updated) / (double) Engine.SECOND;
            lane.served += seconds * share(lane);
        }
        foreground.beginAnew();
        background.beginAnew();
        updated = engine.now();
    }

    /** Sets the next end. Rounds up, so that nothing ends before its bytes are carried. */
    private void schedule() {
        Lane lane = serving();
        if (lane.active.isEmpty()) {
            nextEnd.clear();
            return;
        }
        double missing = Math.max(0, lane.active.peek().end - lane.served);
        double nanos = Math.ceil(missing / share(lane) * Engine.SECOND);
        nextEnd.set(Math.addExact(engine.now(), (long) nanos));
    }

    private void end() {
        serve();
        Lane lane = serving();
        lane.served = Math.max(lane.served, lane.active.peek().end); // what rounding may have held back
        List<Share> ended = new ArrayList<>(1);
        while (!lane.active.isEmpty() && lane.active.peek().end <= lane.served) {
            Share share = lane.active.poll();
            ended.add(share);
            share.hasEnded(share.bytes);
        }
        schedule();
        ended.forEach(share -> share.transfer.shareEnded());
    }

    public interface TransferListener {
        TransferListener NONE = new TransferListener() {};

        default void begun(SharedResource resource, long time) {}

        /** A transfer ends after {@code bytes}. */
        default void ended(SharedResource resource, long time, double bytes) {}

        /** The bandwidth changes now; the resource still has the old one. */
        default void changes(SharedResource resource, long time) {}
    }
}
