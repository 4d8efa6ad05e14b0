package io.tiercel.sim.engine;

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
    private final TransferListener listener;
    private final Timer nextEnd;
    private final Lane foreground = new Lane();
    private final Lane background = new Lane();
    private final double mostEach;
    private double bytesPerSecond;
    private long updated;
    private long sequence;

    /**
     * @param name for messages
     * @param bytesPerSecond bandwidth, above 0
     * @param listener gets each transfer
     */
    public SharedResource(Engine engine, String name, double bytesPerSecond, TransferListener listener) {
        this(engine, name, bytesPerSecond, 0, Double.POSITIVE_INFINITY, listener);
    }

    /** @param seekLoss how much longer many transfers at a time take than one after the other; at least 0 */
    public SharedResource(
            Engine engine, String name, double bytesPerSecond, double seekLoss, TransferListener listener) {
        this(engine, name, bytesPerSecond, seekLoss, Double.POSITIVE_INFINITY, listener);
    }

    private SharedResource(
            Engine engine,
            String name,
            double bytesPerSecond,
            double seekLoss,
            double mostEach,
            TransferListener listener) {
        if (!(seekLoss >= 0 && seekLoss < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("seek loss: expected at least 0, got " + seekLoss);
        }
        this.seekLoss = seekLoss;
        this.mostEach = checked(mostEach, Double.POSITIVE_INFINITY);
        this.engine = engine;
        this.number = engine.newResource();
        this.name = name;
        this.bytesPerSecond = checked(bytesPerSecond);
        this.listener = listener;
        this.nextEnd = engine.timer(this::end);
    }

    /**
     * A resource that limits each transfer: processors, of which a task uses one.
     *
     * @param mostEach for a transfer, a second; above 0
     */
    public static SharedResource limited(Engine engine, String name, double perSecond, double mostEach) {
        return new SharedResource(engine, name, perSecond, 0, mostEach, TransferListener.NONE);
    }

    private static double checked(double bytesPerSecond) {
        return checked(bytesPerSecond, Math.nextDown(Double.POSITIVE_INFINITY));
    }

    private static double checked(double bytesPerSecond, double most) {
        if (!(bytesPerSecond > 0 && bytesPerSecond <= most)) {
            throw new IllegalArgumentException("bytes per second: expected above 0, got " + bytesPerSecond);
        }
        return bytesPerSecond;
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

    /** One transfer's part in this resource. */
    static final class Share extends IndexedHeap.Item<Share> {
        private final Transfer transfer;
        private final long bytes;
        private final boolean waits;
        private double begin;
        private double end;
        private long sequence;

        /** @param waits whether the transfer is in the background */
        Share(Transfer transfer, long bytes, boolean waits) {
            this.transfer = transfer;
            this.bytes = bytes;
            this.waits = waits;
        }

        @Override
        boolean precedes(Share other) {
            return end != other.end ? end < other.end : sequence < other.sequence;
        }
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
        return bytesPerSecond / (1 + seekLoss);
    }

    /** The lane that is served now. */
    private Lane serving() {
        return foreground.active.isEmpty() ? background : foreground;
    }

    /** The bandwidth of each transfer in a lane that has any. */
    private double share(Lane lane) {
        int n = lane.active.size();
        return Math.min(mostEach, bytesPerSecond / (1 + seekLoss * (1 - 1.0 / n)) / n);
    }

    /** How many transfers are in progress. */
    public int active() {
        return foreground.active.size() + background.active.size();
    }

    /** Changes the bandwidth, also for current transfers. */
    public void changeBandwidth(double newBytesPerSecond) {
        serve();
        listener.changes(this, engine.now());
        bytesPerSecond = checked(newBytesPerSecond);
        schedule();
    }

    /** Breaks off all current transfers, in the order in which they began. */
    public void breakOff() {
        Stream.concat(foreground.active.all().stream(), background.active.all().stream())
                .sorted(Comparator.comparingLong(share -> share.sequence))
                .map(share -> share.transfer)
                .toList()
                .forEach(Transfer::breaks);
    }

    private Lane lane(Share share) {
        return share.waits ? background : foreground;
    }

    void begin(Share share) {
        serve();
        Lane lane = lane(share);
        share.begin = lane.served;
        share.end = lane.served + share.bytes;
        share.sequence = sequence++;
        lane.active.add(share);
        listener.begun(this, engine.now());
        schedule();
    }

    /** Ends a share before its time. */
    void abandon(Share share) {
        if (share.isQueued()) {
            serve();
            Lane lane = lane(share);
            lane.active.remove(share);
            listener.ended(this, engine.now(), Math.min(share.bytes, lane.served - share.begin));
            schedule();
        }
    }

    /** Bytes of a share that have been carried. */
    double carried(Share share) {
        if (!share.isQueued()) {
            return share.bytes;
        }
        serve();
        schedule();
        return Math.min(share.bytes, lane(share).served - share.begin);
    }

    /** Updates the served bytes to the current time. */
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
            listener.ended(this, engine.now(), share.bytes);
        }
        schedule();
        for (Share share : ended) {
            share.transfer.shareEnded();
        }
    }
}
