package io.tiercel.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/** TCP connections to a server on this machine that pass, or fail as networks do. Whatever they carry. */
public final class NetworkLink implements AutoCloseable {
    /** How it treats bytes. Connections are taken in any state. */
    public enum State {
        PASSING,
        /** Each piece of up to 32 KiB waits for a second, in either direction. */
        DELAYING,
        /** Nothing passes. Nobody is told. */
        DROPPING,
        /** What clients say arrives. They hear nothing. */
        HALF_OPEN
    }

    private static final int CHUNK = 32 << 10;
    private static final long LATE_NANOS = 1_000_000_000;

    private final ServerSocket listener;
    private final int target;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private volatile State state = State.PASSING;
    private volatile boolean isClosed;

    private NetworkLink(ServerSocket listener, int target) {
        this.listener = listener;
        this.target = target;
    }

    /**
     * Opens a link.
     *
     * @param port on which it listens; 0 for any
     * @param target the server's port
     */
    public static NetworkLink open(int port, int target) {
        return open("127.0.0.1", port, target);
    }

    /** The same on another address of this machine. */
    public static NetworkLink open(String host, int port, int target) {
        try {
            ServerSocket listener = new ServerSocket();
            listener.setReuseAddress(true);
            listener.bind(new InetSocketAddress(host, port), 512);
            NetworkLink link = new NetworkLink(listener, target);
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

    /** Such as {@code 127.0.0.1:34567}. */
    public String address() {
        return listener.getInetAddress().getHostAddress() + ":" + listener.getLocalPort();
    }

    public void state(State next) {
        state = next;
    }

    private void accept() {
        while (!isClosed) {
            try {
                Socket client = listener.accept();
                open.add(client);
                start("link to " + target, () -> connect(client));
            } catch (IOException e) {
                // It is closed.
            }
        }
    }

    /** The server sees the client's own address. A client whose server is not there sees that its connection ends. */
    private void connect(Socket client) {
        try (client;
                Socket server = new Socket(InetAddress.getLoopbackAddress(), target, client.getInetAddress(), 0)) {
            open.add(server);
            client.setTcpNoDelay(true);
            server.setTcpNoDelay(true);
            start("link from " + target, () -> pass(server, client, true));
            pass(client, server, false);
            open.remove(server);
        } catch (IOException e) {
            // There is no server.
        } finally {
            open.remove(client);
        }
    }

    private void pass(Socket from, Socket to, boolean isAnswer) {
        byte[] chunk = new byte[CHUNK];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int n = in.read(chunk); n >= 0; n = in.read(chunk)) {
                awaitPassage(isAnswer);
                out.write(chunk, 0, n);
            }
        } catch (IOException e) {
            // One side has hung up.
        }
    }

    private void awaitPassage(boolean isAnswer) {
        if (state == State.DELAYING) {
            LockSupport.parkNanos(LATE_NANOS);
        }
        while (!isClosed && (state == State.DROPPING || isAnswer && state == State.HALF_OPEN)) {
            LockSupport.parkNanos(1_000_000);
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
