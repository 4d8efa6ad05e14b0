package io.tiercel.bench.faults;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The test's end of the line to an application such as {@link FaultApplication}. */
public final class Conductor implements AutoCloseable {
    /** A job that says nothing for so long is stuck. */
    private static final int SILENCE_MILLIS = 120_000;

    private final ServerSocket server;
    private @Nullable Socket socket;
    private @Nullable BufferedReader in;

    public Conductor() throws IOException {
        server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        server.setSoTimeout(SILENCE_MILLIS);
    }

    public String port() {
        return Integer.toString(server.getLocalPort());
    }

    /** Waits for the application and its splits; returns the number of tasks. */
    public int ready() throws IOException {
        socket = server.accept();
        socket.setSoTimeout(SILENCE_MILLIS);
        in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
        return Integer.parseInt(awaitLine("ready ", 1));
    }

    public void go() throws IOException {
        say("go");
    }

    /** Lets an application end that might as well go again. */
    public void end() throws IOException {
        say("end");
    }

    /** Says something else that the application understands. */
    public void say(String word) throws IOException {
        if (socket == null) {
            throw new IllegalStateException("expected an application that is ready");
        }
        new PrintWriter(socket.getOutputStream(), true, StandardCharsets.UTF_8).println(word);
    }

    /** Reads on until {@code count} more lines begin so; returns the rest of the last. */
    public String awaitLine(String start, int count) throws IOException {
        if (in == null) {
            throw new IllegalStateException("expected an application that is ready");
        }
        int seen = 0;
        while (true) {
            String line = in.readLine();
            if (line == null) {
                throw new IOException("the application ended before it said '" + start + "' " + count + " times");
            }
            if (line.startsWith(start) && ++seen == count) {
                return line.substring(start.length());
            }
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
        if (socket != null) {
            socket.close();
        }
    }
}
