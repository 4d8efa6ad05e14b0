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
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** {@code /status} and {@code /jobs} as JSON, {@code /metrics} for Prometheus. Read only. */
public final class StatusHttpServer implements AutoCloseable {
    private static final String JSON = "application/json; charset=utf-8";
    private static final String TEXT = "text/plain; charset=utf-8";
    private static final String INDEX =
            "{\"service\":\"tiercel coordinator\",\"pages\":[\"/status\",\"/jobs\",\"/metrics\"]}\n";

    private static final Logger LOG = LoggerFactory.getLogger(StatusHttpServer.class);
    private static final int THREADS = 4;
    private static final Set<String> METHODS = Set.of("GET", "HEAD");

    /** Seconds. A client that is slower loses its connection, so that it keeps no thread from others. */
    private static final Map<String, Integer> TIMEOUTS =
            Map.of("sun.net.httpserver.maxReqTime", 2, "sun.net.httpserver.maxRspTime", 30);

    private final HttpServer server;
    private final ExecutorService executor;

    /** Pages and the classes of their errors that the log has: Prometheus asks every few seconds. */
    private final Set<String> logged = ConcurrentHashMap.newKeySet();

    private StatusHttpServer(HttpServer server, ExecutorService executor) {
        this.server = server;
        this.executor = executor;
    }

    /** Makes the body of an answer. */
    interface Body {
        byte[] make() throws IOException;
    }

    /** A page that is made anew for each request. @param type of its content */
    record Page(String path, String type, Body body) {}

    /** @throws IOException in one line, if the address cannot be had */
    public static StatusHttpServer start(InetSocketAddress address, CoordinatorState state, CoordinatorMetrics metrics)
            throws IOException {
        PrometheusTextFormatWriter text = PrometheusTextFormatWriter.create();
        return start(
                address,
                List.of(
                        new Page("/", JSON, () -> INDEX.getBytes(StandardCharsets.UTF_8)),
                        new Page("/status", JSON, () -> MessageJson.of(state.status())),
                        new Page(
                                "/jobs",
                                JSON,
                                () -> MessageJson.ofAll(state.status().getJobsList())),
                        new Page("/metrics", text.getContentType(), () -> {
                            ByteArrayOutputStream out = new ByteArrayOutputStream();
                            text.write(out, metrics.scrape());
                            return out.toByteArray();
                        })));
    }

    static StatusHttpServer start(InetSocketAddress address, List<Page> pages) throws IOException {
        // The server has no other way to set these, and reads them once.
        TIMEOUTS.forEach((key, seconds) -> System.getProperties().putIfAbsent(key, seconds.toString()));
        HttpServer server;
        try {
            server = HttpServer.create(address, 0);
        } catch (IOException e) {
            throw new IOException(
                    "cannot listen on " + address.getHostString() + ":" + address.getPort() + ": " + e.getMessage(), e);
        }
        ExecutorService executor = Executors.newFixedThreadPool(THREADS, task -> {
            Thread thread = new Thread(task, "tiercel-http");
            thread.setDaemon(true);
            return thread;
        });
        server.setExecutor(executor);
        StatusHttpServer started = new StatusHttpServer(server, executor);
        for (Page page : pages) {
            server.createContext(page.path, exchange -> {
                try (exchange) {
                    started.answer(exchange, page);
                }
            });
        }
        server.start();
        return started;
    }

    private void answer(HttpExchange exchange, Page page) throws IOException {
        if (!METHODS.contains(exchange.getRequestMethod())) {
            exchange.getResponseHeaders().set("Allow", "GET, HEAD");
            exchange.sendResponseHeaders(405, -1);
            return;
        }
        if (!exchange.getRequestURI().getPath().equals(page.path)) {
            exchange.sendResponseHeaders(404, -1);
            return;
        }
        byte[] body;
        try {
            body = page.body.make();
        } catch (IOException | RuntimeException | LinkageError e) {
            // The server would close the connection and say nothing.
            log(page, e);
            String line = "cannot show " + page.path + ": " + e.toString().replace('\n', ' ') + "\n";
            send(exchange, 500, TEXT, line.getBytes(StandardCharsets.UTF_8));
            return;
        }
        send(exchange, 200, page.type, body);
    }

    private void log(Page page, Throwable e) {
        if (logged.add(page.path + " " + e.getClass().getName())) {
            LOG.warn("Tiercel's coordinator cannot show {} (logged once)", page.path, e);
        } else {
            LOG.debug("Tiercel's coordinator cannot show {}", page.path, e);
        }
    }

    private static void send(HttpExchange exchange, int status, String type, byte[] body) throws IOException {
        boolean head = exchange.getRequestMethod().equals("HEAD");
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(status, head ? -1 : body.length);
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
