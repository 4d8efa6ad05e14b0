package io.tiercel.demo.run;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.tiercel.demo.jobs.JobMeasurement;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** Serves the applications' drivers, which request a cold cluster and report; on the loopback interface, one call at a time. */
final class ControlServer implements AutoCloseable {
    /** Requests of the drivers. */
    interface Calls {
        /** Prepares the cluster for a job. */
        void cold(String job);

        void done(JobMeasurement result);
    }

    private final HttpServer server;
    private final Calls calls;

    private ControlServer(HttpServer server, Calls calls) {
        this.server = server;
        this.calls = calls;
    }

    static ControlServer start(Calls calls) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        ControlServer control = new ControlServer(server, calls);
        server.createContext("/cold/", control::cold);
        server.createContext("/done", control::done);
        server.start();
        return control;
    }

    URI uri() {
        return URI.create("http://" + server.getAddress().getAddress().getHostAddress() + ":"
                + server.getAddress().getPort());
    }

    private void cold(HttpExchange exchange) throws IOException {
        answer(exchange, () -> calls.cold(exchange.getRequestURI().getPath().substring("/cold/".length())));
    }

    private void done(HttpExchange exchange) throws IOException {
        JobMeasurement result = new ObjectMapper().readValue(exchange.getRequestBody(), JobMeasurement.class);
        answer(exchange, () -> calls.done(result));
    }

    private static void answer(HttpExchange exchange, Runnable call) throws IOException {
        try (exchange) {
            int status = 200;
            byte[] body = {};
            try {
                call.run();
            } catch (RuntimeException e) {
                status = 500;
                body = String.valueOf(e.getMessage()).getBytes(StandardCharsets.UTF_8);
            }
            exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
            exchange.getResponseBody().write(body);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
