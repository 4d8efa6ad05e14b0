package io.tiercel.spark.browser;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.openqa.selenium.By;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** Chromium without a window, and one page in it. */
public final class Browser implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final int TALLEST = 6_000;

    private final ChromeDriver driver;
    private final List<String> complaints = new ArrayList<>();

    private Browser(ChromeDriver driver) {
        this.driver = driver;
    }

    /** Whether Chromium and its driver are installed. */
    public static boolean isInstalled() {
        return chromium().isPresent() && chromeDriver().isPresent();
    }

    private static Optional<Path> chromium() {
        return program("CHROME", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable");
    }

    private static Optional<Path> chromeDriver() {
        return program("CHROMEDRIVER", "chromedriver");
    }

    /** The program that the environment's variable names; without the variable, the first of these names on the path. */
    private static Optional<Path> program(String variable, String... names) {
        String named = System.getenv(variable);
        Stream<Path> candidates = named != null
                ? Stream.of(Path.of(named))
                : Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
                        .flatMap(directory -> Stream.of(names).map(name -> Path.of(directory, name)));
        return candidates.filter(Files::isExecutable).findFirst();
    }

    /** Starts one whose page has that size, in pixels. */
    public static Browser start(int width, int height) {
        LoggingPreferences console = new LoggingPreferences();
        console.enable(LogType.BROWSER, Level.ALL);
        ChromeOptions options = new ChromeOptions();
        options.setBinary(chromium().orElseThrow().toFile());
        options.addArguments(
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--disable-extensions",
                "--hide-scrollbars",
                "--force-prefers-reduced-motion",
                "--no-proxy-server",
                "--window-size=" + width + "," + height);
        options.setCapability(ChromeOptions.LOGGING_PREFS, console);
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(chromeDriver().orElseThrow().toFile())
                .usingAnyFreePort()
                .build();
        return new Browser(new ChromeDriver(service, options));
    }

    /** Loads a page and waits until it is there. */
    public void open(String address) {
        driver.get(address);
    }

    /** Clicks on the first element that fits the selector, and waits for the page that it leads to. */
    public void click(String selector) {
        // A page that is left bears a mark that the next one has not.
        driver.executeScript("window.isLeft = true");
        driver.findElement(By.cssSelector(selector)).click();
        Awaitility.await("the next page")
                .atMost(TIMEOUT)
                .ignoreExceptions()
                .until(() -> Boolean.TRUE.equals(
                        driver.executeScript("return !window.isLeft && document.readyState === 'complete'")));
    }

    public String title() {
        return Objects.requireNonNull(driver.getTitle());
    }

    /** The text of the first element that fits the selector, empty if there is none. */
    public String text(String selector) {
        return driver.findElements(By.cssSelector(selector)).stream()
                .findFirst()
                .map(element -> element.getText())
                .orElse("");
    }

    /** How many elements fit the selector. */
    public int count(String selector) {
        return driver.findElements(By.cssSelector(selector)).size();
    }

    /** The errors in the page's console, and what it could not load, since the browser's start. */
    public List<String> complaints() {
        for (LogEntry entry : driver.manage().logs().get(LogType.BROWSER)) {
            // A browser asks every site for an icon, unbidden.
            if (entry.getLevel().intValue() >= Level.SEVERE.intValue()
                    && !entry.getMessage().contains("/favicon.ico")) {
                complaints.add(entry.getMessage());
            }
        }
        return List.copyOf(complaints);
    }

    /** Writes the whole page, beyond the window too, as a PNG file. */
    public void screenshot(Path file) throws IOException {
        List<?> size = (List<?>) Objects.requireNonNull(driver.executeScript(
                "return [document.documentElement.scrollWidth, document.documentElement.scrollHeight]"));
        Map<String, Object> clip = Map.of(
                "x",
                0,
                "y",
                0,
                "width",
                size.get(0),
                "height",
                Math.min(TALLEST, ((Number) size.get(1)).intValue()),
                "scale",
                1);
        Map<String, Object> answer = driver.executeCdpCommand(
                "Page.captureScreenshot", Map.of("format", "png", "captureBeyondViewport", true, "clip", clip));
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.write(file, Base64.getDecoder().decode((String) Objects.requireNonNull(answer.get("data"))));
    }

    @Override
    public void close() {
        driver.quit();
    }
}
