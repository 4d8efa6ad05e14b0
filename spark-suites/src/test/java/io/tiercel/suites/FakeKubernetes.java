package io.tiercel.suites;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/**
 * The part of Kubernetes that Spark uses: an API server over HTTPS on this machine, which asks for a token, and {@link FakeNodes}
 * that start the pods. Nothing can be watched, so Spark has to poll.
 */
final class FakeKubernetes implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String TOKEN = "a-token";
    private static final String PASSWORD = "changeit";

    private final HttpsServer server;
    private final Path certificate;
    private final FakeNodes nodes;
    private final boolean allowsList;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Map<String, ObjectNode> pods = new TreeMap<>();

    private FakeKubernetes(HttpsServer server, Path certificate, FakeNodes nodes, boolean allowsList) {
        this.server = server;
        this.certificate = certificate;
        this.nodes = nodes;
        this.allowsList = allowsList;
    }

    /**
     * Starts one.
     *
     * @param directory for its certificate; exists
     * @param allowsList whether the application may list pods; else it hears 403
     */
    static FakeKubernetes start(Path directory, FakeNodes nodes, boolean allowsList) throws IOException {
        try {
            Path store = directory.resolve("server.p12");
            makeKey(store);
            KeyStore keys = KeyStore.getInstance("PKCS12");
            try (var in = Files.newInputStream(store)) {
                keys.load(in, PASSWORD.toCharArray());
            }
            Path certificate = directory.resolve("ca.crt");
            Files.writeString(
                    certificate,
                    "-----BEGIN CERTIFICATE-----\n"
                            + Base64.getMimeEncoder()
                                    .encodeToString(
                                            keys.getCertificate("server").getEncoded())
                            + "\n-----END CERTIFICATE-----\n");
            var managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            managers.init(keys, PASSWORD.toCharArray());
            SSLContext tls = SSLContext.getInstance("TLS");
            tls.init(managers.getKeyManagers(), null, null);
            HttpsServer server = HttpsServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
            server.setHttpsConfigurator(new HttpsConfigurator(tls));
            var made = new FakeKubernetes(server, certificate, nodes, allowsList);
            server.setExecutor(made.threads);
            server.createContext("/", made::handle);
            server.start();
            return made;
        } catch (GeneralSecurityException e) {
            throw new IOException(e);
        }
    }

    private static void makeKey(Path store) throws IOException {
        var command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "server",
                "-keyalg",
                "EC",
                "-dname",
                "CN=127.0.0.1",
                "-ext",
                "SAN=IP:127.0.0.1",
                "-validity",
                "2",
                "-storetype",
                "PKCS12",
                "-storepass",
                PASSWORD,
                "-keystore",
                store.toString());
        try {
            int status = new ProcessBuilder(command).inheritIO().start().waitFor();
            if (status != 0) throw new IOException("keytool has ended with " + status);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    /** What a user sets to submit to it. */
    String master() {
        return "k8s://https://127.0.0.1:" + server.getAddress().getPort();
    }

    Map<String, String> settings() {
        return Map.of(
                "spark.kubernetes.authenticate.caCertFile", certificate.toString(),
                "spark.kubernetes.authenticate.oauthToken", TOKEN,
                "spark.kubernetes.container.image", "an-image",
                "spark.kubernetes.allocation.batch.delay", "200ms",
                "spark.kubernetes.executor.enableApiWatcher", "false",
                "spark.kubernetes.executor.apiPollingInterval", "500ms",
                "spark.driver.host", "127.0.0.1");
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            ObjectNode answer;
            int status;
            try {
                answer = answer(exchange);
                status = answer.path("kind").asText().equals("Status")
                        ? answer.path("code").asInt(200)
                        : exchange.getRequestMethod().equals("POST") ? 201 : 200;
            } catch (RuntimeException e) {
                answer = failure(500, e.toString());
                status = 500;
            }
            byte[] body = JSON.writeValueAsBytes(answer);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    private synchronized ObjectNode answer(HttpExchange exchange) throws IOException {
        if (!("Bearer " + TOKEN).equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
            return failure(401, "Unauthorized");
        }
        String[] path = exchange.getRequestURI().getPath().split("/"); // "", api, v1, namespaces, default, pods, name
        String kind = path.length > 5 ? path[5] : "";
        String name = path.length > 6 ? path[6] : "";
        String method = exchange.getRequestMethod();
        if (!kind.equals("pods")) {
            return others(exchange, method, name);
        }
        switch (method) {
            case "POST" -> {
                return create((ObjectNode) JSON.readTree(exchange.getRequestBody()));
            }
            case "GET" -> {
                if (!allowsList) return failure(403, "pods is forbidden: User cannot list resource \"pods\"");
                return name.isEmpty() ? list(selector(exchange)) : find(name);
            }
            case "DELETE" -> {
                for (String pod : name.isEmpty() ? List.copyOf(pods.keySet()) : List.of(name)) {
                    if (pods.remove(pod) != null) nodes.stop(pod);
                }
                return success();
            }
            default -> {
                return find(name); // PATCH, of a label: as if done.
            }
        }
    }

    /** Maps of configuration and the like: kept nowhere. */
    private static ObjectNode others(HttpExchange exchange, String method, String name) throws IOException {
        if (method.equals("POST") || method.equals("PUT") || method.equals("PATCH")) {
            ObjectNode made = (ObjectNode) JSON.readTree(exchange.getRequestBody());
            made.withObject("/metadata").put("uid", UUID.randomUUID().toString());
            return made;
        }
        if (method.equals("DELETE")) {
            return success();
        }
        return name.isEmpty() ? emptyList() : failure(404, name + " not found");
    }

    private ObjectNode create(ObjectNode pod) {
        ObjectNode metadata = pod.withObject("/metadata");
        metadata.put("uid", UUID.randomUUID().toString());
        metadata.put("creationTimestamp", "2026-01-01T00:00:00Z");
        String name = metadata.path("name").asText();
        nodes.start(name, pod);
        pods.put(name, pod);
        return pod;
    }

    private ObjectNode list(Map<String, String> labels) {
        ObjectNode list = emptyList();
        pods.forEach((name, pod) -> {
            JsonNode has = pod.at("/metadata/labels");
            if (labels.entrySet().stream()
                    .allMatch(label -> has.path(label.getKey()).asText().equals(label.getValue()))) {
                pod.withObject("/status").put("phase", nodes.isRunning(name) ? "Running" : "Failed");
                list.withArray("items").add(pod);
            }
        });
        return list.put("kind", "PodList");
    }

    private ObjectNode find(String name) {
        ObjectNode pod = pods.get(name);
        return pod == null ? failure(404, name + " not found") : pod;
    }

    /** Equalities of a label selector. */
    private static Map<String, String> selector(HttpExchange exchange) {
        var labels = new TreeMap<String, String>();
        String query = exchange.getRequestURI().getRawQuery();
        for (String part : query == null ? new String[0] : query.split("&")) {
            if (part.startsWith("labelSelector=")) {
                String text = URLDecoder.decode(part.substring("labelSelector=".length()), StandardCharsets.UTF_8);
                Arrays.stream(text.split(","))
                        .map(label -> label.split("=", 2))
                        .filter(label -> label.length == 2 && !label[0].endsWith("!"))
                        .forEach(label -> labels.put(label[0], label[1]));
            }
        }
        return labels;
    }

    private static ObjectNode emptyList() {
        ObjectNode list = JSON.createObjectNode().put("kind", "List").put("apiVersion", "v1");
        list.putObject("metadata").put("resourceVersion", "1");
        list.putArray("items");
        return list;
    }

    private static ObjectNode success() {
        return JSON.createObjectNode()
                .put("kind", "Status")
                .put("apiVersion", "v1")
                .put("status", "Success")
                .put("code", 200);
    }

    private static ObjectNode failure(int code, String message) {
        return JSON.createObjectNode()
                .put("kind", "Status")
                .put("apiVersion", "v1")
                .put("status", "Failure")
                .put("message", message)
                .put("code", code);
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
        nodes.close();
    }
}
