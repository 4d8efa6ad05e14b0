package io.tiercel.cachefs.peer;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Lists and deletes pages of another node's cache. Each call is a connection of its own. Thread-safe. */
public final class RemoteCache {
    /** Longest wait for a connection. */
    private static final long CONNECT_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** A peer that is busy is tried again after this time, for half of the limit. */
    private static final long BUSY_MILLIS = 50;

    private final Peer peer;
    private final PageProtocol protocol;
    private final long limitNanos;

    /**
     * @param secret that the other side knows, at least 16 bytes
     * @param limit longest time of a call
     */
    public RemoteCache(Peer peer, byte[] secret, Duration limit) {
        this.peer = peer;
        this.protocol = new PageProtocol(secret);
        this.limitNanos = limit.toNanos();
    }

    public Peer peer() {
        return peer;
    }

    /** All pages that it has, by the objects' ids. */
    public Map<String, BitSet> contents() throws IOException {
        return PageListing.decode(call(new byte[PageProtocol.ID_BYTES], PageProtocol.LIST));
    }

    /**
     * Deletes the pages of all versions of an object there.
     *
     * @param name see {@link io.tiercel.cachefs.store.PagedObject#name}
     * @return how many there were
     */
    public int drop(String name) throws IOException {
        byte[] id = Arrays.copyOf(HexFormat.of().parseHex(name), PageProtocol.ID_BYTES);
        byte[] answer = call(id, PageProtocol.DROP);
        if (answer.length != Integer.BYTES) {
            throw new IOException(peer + " has sent no number of pages");
        }
        return ByteBuffer.wrap(answer).getInt();
    }

    private byte[] call(byte[] id, int command) throws IOException {
        long begun = System.nanoTime();
        while (true) {
            try (PageConnection connection = PageConnection.open(peer, protocol, Math.min(limitNanos, CONNECT_NANOS))) {
                return connection.command(id, command, limitNanos - (System.nanoTime() - begun));
            } catch (BusyPeerException e) {
                if (System.nanoTime() - begun > limitNanos / 2) {
                    throw e;
                }
                pause(e);
            }
        }
    }

    private static void pause(BusyPeerException busy) throws BusyPeerException {
        try {
            TimeUnit.MILLISECONDS.sleep(BUSY_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw busy;
        }
    }
}
