package io.tiercel.spark.browser;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** Chromium without a window, and one page in it. */
public final class Browser implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final List<String> NAMES =
            List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");

    private final Path profile;
    private final Process process;
    private final DevTools page;

    private Browser(Path profile, Process process, DevTools page) {
        this.profile = profile;
        this.process = process;
        this.page = page;
    }

    /** Where one is installed: what the environment's {@code CHROME} names, and if it is not set one of the usual names on the path. */
    public static Optional<Path> installed() {
        String named = System.getenv("CHROME");
        Stream<Path> candidates = named != null
                ? Stream.of(Path.of(named))
                : Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
                        .flatMap(directory -> NAMES.stream().map(name -> Path.of(directory, name)));
        return candidates.filter(Files::isExecutable).findFirst();
    }

    /** With a window of that size, if it had one; in pixels. */
    public static Browser start(int width, int height) throws IOException {
        Path program = installed().orElseThrow();
        Path profile = Files.createTempDirectory("tiercel-browser");
        Path log = profile.resolve("chromium.log");
        Process process;
        try {
            process = new ProcessBuilder(
                            program.toString(),
                            "--headless=new",
                            "--no-sandbox",
                            "--disable-gpu",
                            "--disable-dev-shm-usage",
                            "--disable-breakpad",
                            "--no-first-run",
                            "--disable-extensions",
                            "--hide-scrollbars",
                            "--force-prefers-reduced-motion",
                            "--no-proxy-server",
                            "--remote-debugging-port=0",
                            "--user-data-dir=" + profile,
                            "--window-size=" + width + "," + height,
                            "about:blank")
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
        } catch (IOException e) {
            delete(profile);
            throw e;
        }
        try {
            return new Browser(
                    profile, process, DevTools.connect(page(process, profile.resolve("DevToolsActivePort"))));
        } catch (RuntimeException e) {
            String said = Files.readString(log, StandardCharsets.ISO_8859_1);
            end(process, profile);
            throw new IllegalStateException(program + " cannot be driven; it said: " + said, e);
        }
    }

    private static URI page(Process process, Path port) {
        Awaitility.await("Chromium to listen")
                .atMost(PATIENCE)
                .failFast("Chromium has ended", () -> !process.isAlive())
                .until(() -> Files.exists(port) && Files.readAllLines(port).size() > 1);
        try {
            String address = "http://127.0.0.1:" + Files.readAllLines(port).get(0) + "/json/list";
            HttpResponse<String> answer = HttpClient.newHttpClient()
                    .send(HttpRequest.newBuilder(URI.create(address)).build(), HttpResponse.BodyHandlers.ofString());
            for (JsonNode target : JSON.readTree(answer.body())) {
                if (target.path("type").asText().equals("page")) {
                    return URI.create(target.path("webSocketDebuggerUrl").asText());
                }
            }
            throw new IllegalStateException("no page in " + answer.body());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Loads a page and waits until it is there. */
    public void open(String address) {
        leaving(() -> page.call("Page.navigate", JSON.createObjectNode().put("url", address)));
    }

    /** Clicks with the mouse on the middle of the first element that fits the selector, and waits for the page that it leads to. */
    public void click(String selector) {
        String place = "(() => { const e = document.querySelector(" + quoted(selector) + ");"
                + " e.scrollIntoView({block: 'center', behavior: 'instant'}); const r = e.getClientRects()[0];"
                + " return [r.x + r.width / 2, r.y + r.height / 2]; })()";
        if (count(selector) == 0) {
            throw new IllegalArgumentException("no element " + selector + " on " + evaluate("location.href"));
        }
        AtomicReference<JsonNode> last = new AtomicReference<>(evaluate(place));
        Awaitility.await("the page to stand still").atMost(PATIENCE).until(() -> last.get()
                .equals(last.updateAndGet(before -> evaluate(place))));
        JsonNode at = last.get();
        leaving(() -> {
            for (String type : List.of("mousePressed", "mouseReleased")) {
                ObjectNode event = JSON.createObjectNode();
                event.put("type", type).put("button", "left").put("clickCount", 1);
                event.put("x", at.get(0).asDouble()).put("y", at.get(1).asDouble());
                page.call("Input.dispatchMouseEvent", event);
            }
        });
    }

    /** Every page that is left bears a mark that the next one has not. */
    private void leaving(Runnable action) {
        evaluate("window.leaving = true");
        action.run();
        Awaitility.await("the next page").atMost(PATIENCE).ignoreExceptions().until(() -> evaluate(
                        "!window.leaving && document.readyState === 'complete'")
                .asBoolean());
    }

    /** The value of a JavaScript expression. */
    public JsonNode evaluate(String expression) {
        ObjectNode call = JSON.createObjectNode();
        call.put("expression", expression).put("returnByValue", true);
        return page.call("Runtime.evaluate", call).path("result").path("value");
    }

    /** The text of the first element that fits the selector. */
    public String text(String selector) {
        return evaluate("document.querySelector(" + quoted(selector) + ")?.innerText ?? ''")
                .asText();
    }

    /** How many elements fit the selector. */
    public int count(String selector) {
        return evaluate("document.querySelectorAll(" + quoted(selector) + ").length")
                .asInt();
    }

    /** What the page has complained of in the console, and what it could not load. */
    public List<String> complaints() {
        return page.complaints();
    }

    /** The whole page as a PNG file. */
    public void screenshot(Path file) throws IOException {
        JsonNode size = evaluate(
                "[document.documentElement.scrollWidth, Math.min(6000, document.documentElement.scrollHeight)]");
        ObjectNode call = JSON.createObjectNode();
        call.put("format", "png").put("captureBeyondViewport", true);
        call.putObject("clip")
                .put("x", 0)
                .put("y", 0)
                .put("width", size.get(0).asInt())
                .put("height", size.get(1).asInt())
                .put("scale", 1);
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.write(
                file,
                Base64.getDecoder()
                        .decode(page.call("Page.captureScreenshot", call)
                                .path("data")
                                .asText()));
    }

    private static String quoted(String text) {
        return JSON.getNodeFactory().textNode(text).toString();
    }

    @Override
    public void close() {
        page.close();
        end(process, profile);
    }

    /** The processes that it has started write to the profile until they end. */
    private static void end(Process process, Path profile) {
        List<ProcessHandle> all = Stream.concat(process.descendants(), Stream.of(process.toHandle()))
                .toList();
        process.destroy();
        try {
            process.waitFor(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        all.forEach(ProcessHandle::destroyForcibly);
        Awaitility.await("the browser to be gone")
                .atMost(PATIENCE)
                .until(() -> all.stream().noneMatch(ProcessHandle::isAlive) && delete(profile));
    }

    /** Whether it is gone; what ends may still write to it. */
    private static boolean delete(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
            return true;
        } catch (IOException | UncheckedIOException e) {
            return Files.notExists(directory);
        }
    }
}
