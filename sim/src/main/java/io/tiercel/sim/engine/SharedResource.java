package io.tiercel.sim.engine;

import java.util.ArrayList;
import java.util.List;

/**
 * A device, a link or a memory: all transfers that are under way get equal shares of its bandwidth (processor sharing).
 *
 * <p>Kept in virtual time: {@code served} is what each transfer would have got that has been there since the resource was last
 * idle. A transfer of b bytes that begins at served = v ends when served = v + b, whoever else comes and goes meanwhile. So
 * a change costs O(log n), and one event of the engine stands for the next end.
 *
 * <p>A disk that serves several at a time seeks between them: n transfers together get {@code bandwidth / (1 + loss * (1 - 1/n))}.
 */
public final class SharedResource {
    private final Engine engine;
    private final int number;
    private final String name;
    private final double seekLoss;
    private final TransferListener listener;
    private final Timer nextEnd;
    private final IndexedHeap<Share> active = new IndexedHeap<>();
    private double bytesPerSecond;
    private double served;
    private long updated;
    private long sequence;

    /**
     * @param name for messages
     * @param bytesPerSecond bandwidth, above 0
     * @param listener told of each transfer's begin and end here
     */
    public SharedResource(Engine engine, String name, double bytesPerSecond, TransferListener listener) {
        this(engine, name, bytesPerSecond, 0, listener);
    }

    /**
     * @param seekLoss how much longer than one after the other many transfers at a time take in the end, at least 0; 0 for no longer
     */
    public SharedResource(
            Engine engine, String name, double bytesPerSecond, double seekLoss, TransferListener listener) {
        if (!(seekLoss >= 0 && seekLoss < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("seek loss: expected at least 0, got " + seekLoss);
        }
        this.seekLoss = seekLoss;
        this.engine = engine;
        this.number = engine.newResource();
        this.name = name;
        this.bytesPerSecond = checked(bytesPerSecond);
        this.listener = listener;
        this.nextEnd = engine.timer(this::end);
    }

    private static double checked(double bytesPerSecond) {
        if (!(bytesPerSecond > 0 && bytesPerSecond < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("bytes per second: expected above 0, got " + bytesPerSecond);
        }
        return bytesPerSecond;
    }

    /** One transfer's part in this resource. */
    static final class Share extends IndexedHeap.Item<Share> {
        private final Transfer transfer;
        private final long bytes;
        private double begin;
        private double end;
        private long sequence;

        Share(Transfer transfer, long bytes) {
            this.transfer = transfer;
            this.bytes = bytes;
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

    /** Of each transfer that is under way, of which there is at least one. */
    private double share() {
        int n = active.size();
        return bytesPerSecond / (1 + seekLoss * (1 - 1.0 / n)) / n;
    }

    /** How many transfers are under way. */
    public int active() {
        return active.size();
    }

    /** Changes the bandwidth from now on; what is under way goes on at the new rate. */
    public void changeBandwidth(double newBytesPerSecond) {
        serve();
        bytesPerSecond = checked(newBytesPerSecond);
        schedule();
    }

    void begin(Share share) {
        serve();
        share.begin = served;
        share.end = served + share.bytes;
        share.sequence = sequence++;
        active.add(share);
        listener.begun(this, engine.now());
        schedule();
    }

    /** Ends a share before its time. */
    void abandon(Share share) {
        if (share.isQueued()) {
            serve();
            active.remove(share);
            listener.ended(this, engine.now(), Math.min(share.bytes, served - share.begin));
            schedule();
        }
    }

    /** Brings {@code served} up to now. */
    private void serve() {
        if (active.isEmpty()) {
            served = 0;
        } else {
            double seconds = (engine.now() - updated) / (double) Engine.SECOND;
            served += seconds * share();
        }
        updated = engine.now();
    }

    /** Rounds up, so that nothing ends before its bytes are through. */
    private void schedule() {
        if (active.isEmpty()) {
            nextEnd.clear();
            return;
        }
        double missing = Math.max(0, active.peek().end - served);
        double nanos = Math.ceil(missing / share() * Engine.SECOND);
        nextEnd.set(Math.addExact(engine.now(), (long) nanos));
    }

    private void end() {
        serve();
        served = Math.max(served, active.peek().end); // what rounding may have kept back
        List<Share> ended = new ArrayList<>(1);
        while (!active.isEmpty() && active.peek().end <= served) {
            Share share = active.poll();
            ended.add(share);
            listener.ended(this, engine.now(), share.bytes);
        }
        schedule();
        for (Share share : ended) {
            share.transfer.shareEnded();
        }
    }
}
