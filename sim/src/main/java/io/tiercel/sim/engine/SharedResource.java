package io.tiercel.sim.engine;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A device, a link or a memory: all transfers that are under way get equal shares of its bandwidth (processor sharing).
 *
 * <p>Kept in virtual time: a lane's {@code served} is what each transfer would have got that has been there since the resource was last
 * idle. A transfer of b bytes that begins at served = v ends when served = v + b, whoever else comes and goes meanwhile. So
 * a change costs O(log n), and one event of the engine stands for the next end.
 *
 * <p>A disk that serves several at a time seeks between them: n transfers together get {@code bandwidth / (1 + loss * (1 - 1/n))}.
 * Transfers in the background get anything only while there are no others, as reads of the kernel's idle class do.
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
     * @param listener told of each transfer's begin and end here
     */
    public SharedResource(Engine engine, String name, double bytesPerSecond, TransferListener listener) {
        this(engine, name, bytesPerSecond, 0, Double.POSITIVE_INFINITY, listener);
    }

    /**
     * @param seekLoss how much longer than one after the other many transfers at a time take in the end, at least 0; 0 for no longer
     */
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
     * Something of which one transfer cannot get more than so much, though nobody else is there: processors, of which a task uses one.
     *
     * @param mostEach a second, above 0
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

    /** Transfers that share equally, and what each of them would have got since there were any. */
    private static final class Lane {
        private final IndexedHeap<Share> active = new IndexedHeap<>();
        private double served;

        /** Rounding does not add up from one busy time to the next. */
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

        /** @param waits whether it is in the background */
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

    /** Its number among all resources of its engine, from 0 in the order in which they were made. */
    public int number() {
        return number;
    }

    public String name() {
        return name;
    }

    public double bytesPerSecond() {
        return bytesPerSecond;
    }

    /** What it gives at least, however many transfers share it. */
    public double leastBytesPerSecond() {
        return bytesPerSecond / (1 + seekLoss);
    }

    /** Those that are served now. */
    private Lane serving() {
        return foreground.active.isEmpty() ? background : foreground;
    }

    /** Of each transfer that is served, of which there is at least one. */
    private double share(Lane lane) {
        int n = lane.active.size();
        return Math.min(mostEach, bytesPerSecond / (1 + seekLoss * (1 - 1.0 / n)) / n);
    }

    /** How many transfers are under way. */
    public int active() {
        return foreground.active.size() + background.active.size();
    }

    /** Changes the bandwidth from now on; what is under way goes on at the new rate. */
    public void changeBandwidth(double newBytesPerSecond) {
        serve();
        listener.changes(this, engine.now());
        bytesPerSecond = checked(newBytesPerSecond);
        schedule();
    }

    /** Breaks off all that is under way, in the order in which it began. */
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

    /** How many bytes of a share have been carried. */
    double carried(Share share) {
        if (!share.isQueued()) {
            return share.bytes;
        }
        serve();
        schedule();
        return Math.min(share.bytes, lane(share).served - share.begin);
    }

    /** Brings what was served up to now. */
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

    /** Rounds up, so that nothing ends before its bytes are through. */
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
        lane.served = Math.max(lane.served, lane.active.peek().end); // what rounding may have kept back
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
