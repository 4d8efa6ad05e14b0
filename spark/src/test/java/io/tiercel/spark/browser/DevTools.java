package io.tiercel.spark.browser;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Chromium's DevTools protocol: calls by number, answers by the same, and events. */
final class DevTools implements WebSocket.Listener, AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final long PATIENCE_SECONDS = 60;

    private final Map<Integer, CompletableFuture<JsonNode>> calls = new ConcurrentHashMap<>();
    private final List<String> complaints = new CopyOnWriteArrayList<>();
    private final AtomicInteger numbers = new AtomicInteger();
    private final StringBuilder message = new StringBuilder();
    private @Nullable WebSocket socket;

    private DevTools() {}

    static DevTools connect(URI page) {
        DevTools tools = new DevTools();
        tools.socket = HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .buildAsync(page, tools)
                .orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS)
                .join();
        for (String domain : List.of("Page", "Runtime", "Log", "Network")) {
            tools.call(domain + ".enable", JSON.createObjectNode());
        }
        return tools;
    }

    JsonNode call(String method, ObjectNode parameters) {
        int number = numbers.incrementAndGet();
        CompletableFuture<JsonNode> answer = new CompletableFuture<>();
        calls.put(number, answer);
        ObjectNode call = JSON.createObjectNode();
        call.put("id", number).put("method", method).set("params", parameters);
        if (socket != null) {
            socket.sendText(call.toString(), true).join();
        }
        JsonNode said = answer.orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
        if (said.has("error")) {
            throw new IllegalStateException(method + ": " + said.get("error"));
        }
        return said.path("result");
    }

    List<String> complaints() {
        return List.copyOf(complaints);
    }

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
        message.append(data);
        if (last) {
            heard(message.toString());
            message.setLength(0);
        }
        from.request(1);
        return null;
    }

    private void heard(String text) {
        JsonNode said;
        try {
            said = JSON.readTree(text);
        } catch (JsonProcessingException e) {
            complaints.add(e.toString());
            return;
        }
        CompletableFuture<JsonNode> call = calls.remove(said.path("id").asInt());
        if (call != null) {
            call.complete(said);
            return;
        }
        JsonNode parameters = said.path("params");
        switch (said.path("method").asText()) {
            case "Runtime.exceptionThrown" ->
                complaints.add(parameters.path("exceptionDetails").toString());
            case "Log.entryAdded" -> {
                JsonNode entry = parameters.path("entry");
                if (entry.path("level").asText().equals("error") && !isIcon(entry)) {
                    complaints.add(entry.toString());
                }
            }
            case "Network.responseReceived" -> {
                JsonNode response = parameters.path("response");
                if (response.path("status").asInt() >= 400 && !isIcon(response)) {
                    complaints.add(response.path("status").asText() + " "
                            + response.path("url").asText());
                }
            }
            default -> {
                // Of no interest.
            }
        }
    }

    /** A browser asks every site for an icon, of itself. */
    private static boolean isIcon(JsonNode about) {
        return about.path("url").asText().endsWith("/favicon.ico");
    }

    @Override
    public void close() {
        if (socket != null) {
            socket.abort();
        }
    }
}
