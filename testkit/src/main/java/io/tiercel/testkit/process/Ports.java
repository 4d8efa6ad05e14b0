package io.tiercel.testkit.process;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.ThreadLocalRandom;

/** Ports for those daemons whose port others must know before they start; all others take what the system gives. */
public final class Ports {
    // Below what Linux gives to outgoing connections, so that nobody comes by one of them by chance.
    private static final int LOWEST = 20_000;
    private static final int HIGHEST = 32_000;
    private static final int ATTEMPTS = 200;
    private static final int CONNECT_MILLIS = 500;

    private Ports() {}

    /** The wanted port, or for 0 any that is free now. */
    public static int choose(String what, String host, int wanted) {
        if (wanted != 0) {
            if (!free(host, wanted)) {
                throw new ClusterException("port " + wanted + " on " + host + ", wanted for the " + what
                        + ", is taken; stop who has it or choose another port");
            }
            return wanted;
        }
        for (int i = 0; i < ATTEMPTS; i++) {
            int port = ThreadLocalRandom.current().nextInt(LOWEST, HIGHEST);
            if (free(host, port)) {
                return port;
            }
        }
        throw new ClusterException("found no free port on " + host + " between " + LOWEST + " and " + HIGHEST);
    }

    static boolean free(String host, int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(host, port));
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    public static boolean answers(String host, int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(host, port), CONNECT_MILLIS);
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
