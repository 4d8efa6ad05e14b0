package io.tiercel.cachefs.peer;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Peers that have failed, and are left alone for a while: 1 s, then twice as long each time, up to a minute. After three failures in a row,
 * all are: then it is this node's network. Times are nanoseconds of a clock that nobody sets. Thread-safe.
 */
final class PeerFailures {
    static final long FIRST_REST = TimeUnit.SECONDS.toNanos(1);
    static final long LONGEST_REST = TimeUnit.MINUTES.toNanos(1);
    static final long REST_OF_ALL = TimeUnit.SECONDS.toNanos(10);
    private static final int MOST_IN_A_ROW = 3;

    private record Rest(long nanos, long since) {
        boolean isOver(long now) {
            return now - since > nanos;
        }
    }

    private final Map<Peer, Rest> rests = new HashMap<>();
    private int inARow;
    private Rest ofAll = new Rest(-1, 0);

    synchronized boolean mayTry(Peer peer, long now) {
        Rest rest = rests.get(peer);
        return ofAll.isOver(now) && (rest == null || rest.isOver(now));
    }

    synchronized void failed(Peer peer, long now) {
        Rest before = rests.get(peer);
        long nanos = before == null ? FIRST_REST : Math.min(LONGEST_REST, 2 * before.nanos());
        rests.put(peer, new Rest(nanos, now));
        if (++inARow >= MOST_IN_A_ROW) {
            inARow = 0;
            ofAll = new Rest(REST_OF_ALL, now);
        }
    }

    synchronized void succeeded(Peer peer) {
        rests.remove(peer);
        inARow = 0;
    }
}
