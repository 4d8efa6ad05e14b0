package io.tiercel.coordinator.view;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.tiercel.coordinator.state.CoordinatorState;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** {@code /status} and {@code /jobs} as JSON, {@code /metrics} for Prometheus. Read only. */
public final class StatusHttpServer implements AutoCloseable {
    private static final String JSON = "application/json; charset=utf-8";
    private static final String INDEX =
            "{\"service\":\"tiercel coordinator\",\"pages\":[\"/status\",\"/jobs\",\"/metrics\"]}\n";

    private static final Logger LOG = LoggerFactory.getLogger(StatusHttpServer.class);
    private static final int THREADS = 4;

    /** Seconds. A client that is slower loses its connection, so that it keeps no thread from others. */
    private static final Map<String, Integer> TIMEOUTS =
            Map.of("sun.net.httpserver.maxReqTime", 2, "sun.net.httpserver.maxRspTime", 30);

    private final HttpServer server;
    private final ExecutorService executor;

    private StatusHttpServer(HttpServer server, ExecutorService executor) {
        this.server = server;
        this.executor = executor;
    }

    private interface Page {
        byte[] body() throws IOException;
    }

    /** @throws IOException in one line, if the address cannot be had */
    public static StatusHttpServer start(InetSocketAddress address, CoordinatorState state, CoordinatorMetrics metrics)
            throws IOException {
        // The server has no other way to set these, and reads them once.
        TIMEOUTS.forEach((key, seconds) -> System.getProperties().putIfAbsent(key, seconds.toString()));
        HttpServer server;
        try {
            server = HttpServer.create(address, 0);
        } catch (IOException e) {
            throw new IOException(
                    "cannot listen on " + address.getHostString() + ":" + address.getPort() + ": " + e.getMessage(), e);
        }
        PrometheusTextFormatWriter text = PrometheusTextFormatWriter.create();
        ExecutorService executor = Executors.newFixedThreadPool(THREADS, task -> {
            Thread thread = new Thread(task, "tiercel-http");
            thread.setDaemon(true);
            return thread;
        });
        server.setExecutor(executor);
        page(server, "/", JSON, () -> INDEX.getBytes(StandardCharsets.UTF_8));
        page(server, "/status", JSON, () -> MessageJson.of(state.status()));
        page(server, "/jobs", JSON, () -> MessageJson.ofAll(state.status().getJobsList()));
        page(server, "/metrics", text.getContentType(), () -> {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            text.write(out, metrics.scrape());
            return out.toByteArray();
        });
        server.start();
        return new StatusHttpServer(server, executor);
    }

    private static void page(HttpServer server, String path, String type, Page page) {
        server.createContext(path, exchange -> {
            try (exchange) {
                answer(exchange, path, type, page);
            }
        });
    }

    private static void answer(HttpExchange exchange, String path, String type, Page page) throws IOException {
        boolean head = exchange.getRequestMethod().equals("HEAD");
        if (!head && !exchange.getRequestMethod().equals("GET")) {
            exchange.getResponseHeaders().set("Allow", "GET, HEAD");
            exchange.sendResponseHeaders(405, -1);
            return;
        }
        if (!exchange.getRequestURI().getPath().equals(path)) {
            exchange.sendResponseHeaders(404, -1);
            return;
        }
        byte[] body;
        try {
            body = page.body();
        } catch (RuntimeException | LinkageError e) {
            // The server would close the connection and say nothing.
            LOG.warn("Tiercel's coordinator cannot show {} ({})", path, e.toString());
            exchange.sendResponseHeaders(500, -1);
            return;
        }
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(200, head ? -1 : body.length);
        if (!head) {
            try (OutputStream out = exchange.getResponseBody()) {
                out.write(body);
            }
        }
    }

    public InetSocketAddress address() {
        return server.getAddress();
    }

    @Override
    public void close() {
        server.stop(0);
        executor.shutdownNow();
    }
}
