package io.tiercel.testkit.s3;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * A link to a server: all answers together pass one token bucket. Counts what passes, and fails as it is told.
 *
 * <p>A client waits for an answer before its next request on a connection, as S3 clients do, so a read that begins with a verb begins a
 * request.
 */
public final class SharedLink implements AutoCloseable {
    private static final int CHUNK = 32 << 10;
    private static final long BURST_NANOS = 20_000_000;
    private static final String BUSY =
            "HTTP/1.1 503 Slow Down\r\nContent-Length: 0\r\nx-amz-request-id: link\r\nConnection: close\r\n\r\n";

    private static final String FORBIDDEN =
            "HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nx-amz-request-id: link\r\nConnection: close\r\n\r\n";

    private final ServerSocket listener;
    private final int target;
    private final double bytesPerSecond;
    private final Duration latency;
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicLong gets = new AtomicLong();
    private final AtomicLong heads = new AtomicLong();
    private final AtomicLong lists = new AtomicLong();
    private final PeakRate byteRate = new PeakRate();
    private final PeakRate requestRate = new PeakRate();
    private final AtomicLong refusals = new AtomicLong();
    private final AtomicLong allowed = new AtomicLong(Long.MAX_VALUE);
    private final AtomicLong cuts = new AtomicLong();
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private volatile boolean isStalled;
    private volatile boolean isClosed;
    private long free = System.nanoTime();

    private SharedLink(ServerSocket listener, int target, double bytesPerSecond, Duration latency) {
        this.listener = listener;
        this.target = target;
        this.bytesPerSecond = bytesPerSecond;
        this.latency = latency;
    }

    /** Opens a link. @param bytesPerSecond of all connections together; 0 for no limit */
    public static SharedLink to(int port, double bytesPerSecond) {
        return to(port, bytesPerSecond, Duration.ZERO);
    }

    /**
     * Opens a link.
     *
     * @param bytesPerSecond of all connections together; 0 for no limit
     * @param latency from a request to the first byte of its answer
     */
    public static SharedLink to(int port, double bytesPerSecond, Duration latency) {
        try {
            SharedLink link = new SharedLink(
                    new ServerSocket(0, 512, InetAddress.getLoopbackAddress()), port, bytesPerSecond, latency);
            start("link", link::accept);
            return link;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void start(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
    }

    public int port() {
        return listener.getLocalPort();
    }

    /** Bytes of all answers so far, their headers included. */
    public long bytes() {
        return bytes.get();
    }

    /** Requests for objects so far. */
    public long gets() {
        return gets.get();
    }

    /** Requests for objects' properties so far. */
    public long heads() {
        return heads.get();
    }

    /** Requests for lists of objects so far. */
    public long lists() {
        return lists.get();
    }

    /** The most that has passed in any second since a moment. @param requests of all kinds */
    public record Peaks(long bytes, long requests) {}

    /** The peaks since the last call. */
    public Peaks takePeaks() {
        return new Peaks(byteRate.take(), requestRate.take());
    }

    /** Answers the next requests with 503. */
    public void refuse(int requests) {
        refusals.set(requests);
    }

    /** Requests that are still to be answered with 503. */
    public long refusalsLeft() {
        return refusals.get();
    }

    /** Answers with 403 after so many further requests, as if the credentials had expired. @param requests Long.MAX_VALUE: never */
    public void forbidAfter(long requests) {
        allowed.set(requests);
    }

    /** Cuts the next connections that carry more than a chunk of an answer, in its middle. */
    public void cut(int connections) {
        cuts.set(connections);
    }

    /** Nothing passes until it is resumed. */
    public void stall(boolean stalled) {
        isStalled = stalled;
    }

    private void accept() {
        while (!isClosed) {
            try {
                Socket client = listener.accept();
                Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
                for (Socket each : new Socket[] {client, server}) {
                    each.setTcpNoDelay(true);
                    open.add(each);
                }
                start("link up", () -> up(client, server));
                start("link down", () -> down(server, client));
            } catch (IOException e) {
                // It is closed, or the server does not answer: the client sees that its connection ends.
            }
        }
    }

    private void up(Socket client, Socket server) {
        byte[] chunk = new byte[CHUNK];
        try (client;
                server) {
            InputStream in = client.getInputStream();
            OutputStream out = server.getOutputStream();
            for (int n = in.read(chunk); n >= 0; n = in.read(chunk)) {
                boolean isRequest = isRequest(chunk, n);
                if (isRequest) {
                    requestRate.add(1, System.nanoTime());
                }
                String refusal = isRequest ? refusal() : "";
                if (!refusal.isEmpty()) {
                    client.getOutputStream().write(refusal.getBytes(StandardCharsets.ISO_8859_1));
                    return;
                }
                if (isRequest) {
                    waitUntil(System.nanoTime() + latency.toNanos());
                }
                out.write(chunk, 0, n);
            }
        } catch (IOException e) {
            // One side has hung up.
        } finally {
            open.remove(client);
            open.remove(server);
        }
    }

    private boolean isRequest(byte[] chunk, int length) {
        String text = new String(chunk, 0, Math.min(length, 400), StandardCharsets.ISO_8859_1);
        if (text.startsWith("HEAD ")) {
            heads.incrementAndGet();
        } else if (text.startsWith("GET ")) {
            (text.contains("list-type=2") ? lists : gets).incrementAndGet();
        } else {
            return text.startsWith("PUT ") || text.startsWith("POST ") || text.startsWith("DELETE ");
        }
        return true;
    }

    private String refusal() {
        if (!takes(allowed)) {
            return FORBIDDEN;
        }
        return takes(refusals) ? BUSY : "";
    }

    private static boolean takes(AtomicLong left) {
        return left.getAndUpdate(n -> Math.max(0, n - 1)) > 0;
    }

    private void down(Socket server, Socket client) {
        byte[] chunk = new byte[CHUNK];
        long passed = 0;
        try (client;
                server) {
            InputStream in = server.getInputStream();
            OutputStream out = client.getOutputStream();
            for (int n = in.read(chunk); n >= 0; n = in.read(chunk)) {
                passed += n;
                if (passed > CHUNK && takes(cuts)) {
                    return;
                }
                pass(n);
                bytes.addAndGet(n);
                byteRate.add(n, System.nanoTime());
                out.write(chunk, 0, n);
            }
        } catch (IOException e) {
            // One side has hung up: S3A does so when it does not want the rest.
        }
    }

    /** Returns when these bytes may leave. */
    private void pass(int count) {
        while (isStalled && !isClosed) {
            LockSupport.parkNanos(1_000_000);
        }
        if (bytesPerSecond <= 0) {
            return;
        }
        long at;
        synchronized (this) {
            free = Math.max(free, System.nanoTime() - BURST_NANOS) + (long) (count / bytesPerSecond * 1e9);
            at = free;
        }
        waitUntil(at);
    }

    private void waitUntil(long at) {
        for (long wait = at - System.nanoTime(); wait > 50_000 && !isClosed; wait = at - System.nanoTime()) {
            LockSupport.parkNanos(wait);
        }
    }

    /** Ends all connections. */
    @Override
    public void close() {
        isClosed = true;
        try {
            listener.close();
            for (Socket each : open) {
                each.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
