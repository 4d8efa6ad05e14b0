package io.tiercel.cachefs.peer;

import io.tiercel.cachefs.store.PageFile;
import io.tiercel.cachefs.store.PageStore;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves page files of a node's cache to clients that prove that they know the secret. A thread for each connection, and no more
 * connections than {@code most}: further clients are told so, and read from the source.
 */
public final class PageServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PageServer.class);
    private static final int BACKLOG = 64;

    /** A list of this age is made anew, for the next client. */
    private static final long LISTING_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final PageStore store;
    private final PageProtocol protocol;
    private final Limits limits;
    private final ServerSocketChannel listener;
    private final int port;
    private final ThreadPoolExecutor threads;
    private final ScheduledThreadPoolExecutor watchdog;
    private final LongAdder served = new LongAdder();
    private final AtomicBoolean isListing = new AtomicBoolean();
    private volatile boolean hasToldRefusal;
    private volatile byte @Nullable [] listing;
    private volatile long listedAt;

    /**
     * Bounds of connections.
     *
     * @param most at a time
     * @param idle longest wait for a client's next byte
     * @param life longest life of a connection: a client that takes nothing cannot hold a thread for longer
     */
    record Limits(int most, Duration idle, Duration life) {}

    private PageServer(PageStore store, byte[] secret, InetSocketAddress address, Limits limits) throws IOException {
        this.store = store;
        this.protocol = new PageProtocol(secret);
        this.limits = limits;
        this.listener = ServerSocketChannel.open();
        try {
            listener.bind(address, BACKLOG);
            this.port = listener.socket().getLocalPort();
        } catch (IOException | RuntimeException e) {
            listener.close();
            throw e;
        }
        ThreadFactory daemons = task -> {
            Thread thread = new Thread(task, "tiercel-cache-server");
            thread.setDaemon(true);
            return thread;
        };
        this.threads =
                new ThreadPoolExecutor(0, limits.most() + 1, 10, TimeUnit.SECONDS, new SynchronousQueue<>(), daemons);
        this.watchdog = new ScheduledThreadPoolExecutor(1, daemons);
        watchdog.setRemoveOnCancelPolicy(true);
        threads.execute(this::accept);
    }

    /**
     * Starts a server.
     *
     * @param secret of the application
     * @param address on which it listens; port 0 for a free one
     * @throws IOException if it cannot listen there
     */
    public static PageServer start(PageStore store, byte[] secret, InetSocketAddress address) throws IOException {
        int most = Math.min(64, Math.max(16, 4 * Runtime.getRuntime().availableProcessors()));
        return start(store, secret, address, new Limits(most, Duration.ofSeconds(1), Duration.ofSeconds(30)));
    }

    static PageServer start(PageStore store, byte[] secret, InetSocketAddress address, Limits limits)
            throws IOException {
        return new PageServer(store, secret, address, limits);
    }

    public int port() {
        return port;
    }

    /** Bytes of all pages that were sent. */
    public long servedBytes() {
        return served.sum();
    }

    private void accept() {
        while (listener.isOpen()) {
            try {
                SocketChannel client = listener.accept();
                try {
                    threads.execute(() -> serve(client));
                } catch (RejectedExecutionException e) {
                    try (client) {
                        write(client, ByteBuffer.wrap(PageProtocol.busy()));
                    }
                } catch (RuntimeException | Error e) {
                    client.close();
                    throw e;
                }
            } catch (IOException | RuntimeException | Error e) {
                if (listener.isOpen() && !pause()) { // Such as too many open files, or threads.
                    return;
                }
            }
        }
    }

    private static boolean pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(100);
            return true;
        } catch (InterruptedException e) {
            return false;
        }
    }

    private void serve(SocketChannel client) {
        Future<?> end = null;
        try (client) {
            end = watchdog.schedule(() -> close(client), limits.life().toMillis(), TimeUnit.MILLISECONDS);
            client.setOption(StandardSocketOptions.TCP_NODELAY, true);
            client.socket().setSoTimeout((int) limits.idle().toMillis());
            InputStream in = client.socket().getInputStream();
            byte[] nonce = PageProtocol.nonce();
            write(client, ByteBuffer.wrap(nonce));
            for (byte[] request = read(in); request != null; request = read(in)) {
                byte[] asked = Arrays.copyOf(request, PageProtocol.ASKED_BYTES);
                byte[] proof = Arrays.copyOfRange(request, PageProtocol.ASKED_BYTES, request.length);
                if (!PageProtocol.isSame(proof, protocol.proofOfRequest(nonce, asked))) {
                    tellRefusal(client);
                    return;
                }
                answer(client, asked);
            }
        } catch (IOException | RuntimeException e) {
            LOG.debug("a connection for cached pages ended", e);
        } finally {
            if (end != null) {
                end.cancel(false);
            }
        }
    }

    private static void close(SocketChannel client) {
        try {
            client.close();
        } catch (IOException e) {
            LOG.debug("closing a connection", e);
        }
    }

    private void tellRefusal(SocketChannel client) throws IOException {
        if (!hasToldRefusal) {
            hasToldRefusal = true;
            LOG.warn(
                    "Tiercel: {} asked for cached pages without the secret and got none. Later ones are not told.",
                    client.getRemoteAddress());
        }
    }

    /** @return null if the client has ended the connection */
    private static byte @Nullable [] read(InputStream in) throws IOException {
        byte[] request = new byte[PageProtocol.REQUEST_BYTES];
        int length = in.readNBytes(request, 0, request.length);
        if (length > 0 && length < request.length) {
            throw new EOFException("half a request");
        }
        return length == 0 ? null : request;
    }

    private void answer(SocketChannel client, byte[] asked) throws IOException {
        ByteBuffer fields = ByteBuffer.wrap(asked, PageProtocol.NONCE_BYTES, asked.length - PageProtocol.NONCE_BYTES);
        byte[] id = new byte[PageProtocol.ID_BYTES];
        int page = fields.get(id).getInt();
        int length = fields.getInt();
        if (length == 0 && (page == PageProtocol.LIST || page == PageProtocol.DROP)) {
            byte[] body = page == PageProtocol.LIST
                    ? listing()
                    : dropped(store.drop(HexFormat.of().formatHex(id)));
            send(client, asked, PageProtocol.PRESENT, PageProtocol.header(body));
            write(client, ByteBuffer.wrap(body));
            return;
        }
        try (FileChannel file = store.open(HexFormat.of().formatHex(id), page)) {
            if (file == null || length < 0) {
                send(client, asked, PageProtocol.ABSENT, new byte[0]);
                return;
            }
            // Checked here too: a node that only serves would keep a damaged page for ever.
            byte @Nullable [] header =
                    PageFile.checkedHeader(file, HexFormat.of().formatHex(id), page);
            if (header == null) {
                store.dropDamaged(HexFormat.of().formatHex(id), page);
                LOG.warn(
                        "Tiercel: the cached page {} of {} was damaged and is deleted",
                        page,
                        HexFormat.of().formatHex(id));
                send(client, asked, PageProtocol.ABSENT, new byte[0]);
                return;
            }
            long end = (long) PageFile.HEADER_BYTES + length;
            if (file.size() != end) {
                send(client, asked, PageProtocol.ABSENT, new byte[0]);
                return;
            }
            send(client, asked, PageProtocol.PRESENT, header);
            for (long at = PageFile.HEADER_BYTES; at < end; ) {
                long sent = file.transferTo(at, end - at, client);
                if (sent <= 0) {
                    throw new EOFException("a page was cut while it was sent");
                }
                at += sent;
            }
            served.add(length);
        }
    }

    /** At most some seconds old. Of a large cache it takes long: only the first client waits for it. */
    private byte[] listing() throws IOException {
        byte[] known = listing;
        if (known == null) {
            return list();
        }
        if (System.nanoTime() - listedAt > LISTING_NANOS && isListing.compareAndSet(false, true)) {
            try {
                threads.execute(this::listAgain);
            } catch (RejectedExecutionException e) {
                isListing.set(false);
            }
        }
        return known;
    }

    private void listAgain() {
        try {
            list();
        } catch (IOException | RuntimeException e) {
            LOG.debug("the cache was not listed", e);
        } finally {
            isListing.set(false);
        }
    }

    private synchronized byte[] list() throws IOException {
        byte[] made = PageListing.encode(store.contents());
        listing = made;
        listedAt = System.nanoTime();
        return made;
    }

    private byte[] dropped(int pages) {
        listing = null;
        return ByteBuffer.allocate(Integer.BYTES).putInt(pages).array();
    }

    private void send(SocketChannel client, byte[] asked, byte status, byte[] header) throws IOException {
        ByteBuffer answer = ByteBuffer.allocate(1 + PageProtocol.PROOF_BYTES + header.length);
        answer.put(status).put(protocol.proofOfAnswer(asked, status, header)).put(header);
        write(client, answer.flip());
    }

    private static void write(SocketChannel client, ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            client.write(bytes);
        }
    }

    /** Ends all connections. */
    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException e) {
            LOG.debug("closing the server of cached pages", e);
        }
        threads.shutdownNow(); // An interrupt closes the channel that a thread is at.
        watchdog.shutdownNow();
    }
}
