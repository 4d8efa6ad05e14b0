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
import java.util.function.Consumer;

/** Serves the applications' drivers, which request a cold cluster and report; on the loopback interface, one call at a time. */
final class ControlServer implements AutoCloseable {
    private final HttpServer server;

    /**
     * @param cold prepares the cluster for the job of that name
     * @param done takes a job's result
     */
    ControlServer(Consumer<String> cold, Consumer<JobMeasurement> done) throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/cold/", exchange -> {
            String job = exchange.getRequestURI().getPath().substring("/cold/".length());
            answer(exchange, () -> cold.accept(job));
        });
        server.createContext("/done", exchange -> {
            JobMeasurement result = new ObjectMapper().readValue(exchange.getRequestBody(), JobMeasurement.class);
            answer(exchange, () -> done.accept(result));
        });
        server.start();
    }

    URI uri() {
        return URI.create("http://" + server.getAddress().getAddress().getHostAddress() + ":"
                + server.getAddress().getPort());
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
