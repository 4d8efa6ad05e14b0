package io.tiercel.spark.ui;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tiercel.client.FakeCoordinator;
import io.tiercel.protocol.AgentState;
import io.tiercel.protocol.DeviceState;
import io.tiercel.protocol.StatusReply;
import io.tiercel.spark.TiercelPlugin;
import io.tiercel.spark.browser.Browser;
import io.tiercel.spark.event.CoordinatorChanged;
import io.tiercel.spark.event.SampleEvents;
import io.tiercel.spark.event.SamplePlans;
import io.tiercel.spark.event.TiercelEvent;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaFutureAction;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.deploy.history.FsHistoryProvider;
import org.apache.spark.deploy.history.HistoryServer;
import org.apache.spark.deploy.history.HistoryServer$;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/**
 * The tab of a real Spark, live and in the history server, looked at and clicked through in a real browser. Pictures of it are left in
 * the build's directory. Tasks really run, and what a small job reads is really planned for; but files only claim to be on a cluster,
 * and their coordinator is made up. Of the large job the plan is made up too.
 */
final class TabIT {
    private static final Path PICTURES =
            Path.of(Objects.requireNonNull(System.getProperty("tiercel.home")), "spark", "target", "tab");
    private static final String NO_BROWSER =
            "Chromium and its driver are not installed (packages chromium and chromium-driver, or what CHROME and"
                    + " CHROMEDRIVER name): the tab is not looked at in a browser";
    private static final int LINE = 16;
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int FILES = 40;
    private static final String PLANNED_AND_DONE =
            "(?s)[0-9]+ of 40 blocks; .*Cluster then.*Outcome.*[1-9][0-9]* in memory in time, [0-9]+ late, 0"
                    + " not read, of ";

    /** Holds the tasks of one job; they run in this JVM. */
    private static volatile CountDownLatch gate = new CountDownLatch(0);

    @TempDir
    private Path directory;

    private String file(int blocks) throws IOException {
        Path file = directory.resolve("lines-" + blocks);
        Files.writeString(
                file,
                ("x".repeat(LINE - 1) + "\n").repeat(blocks * ClaimingFileSystem.BLOCK / LINE),
                StandardCharsets.US_ASCII);
        return ClaimingFileSystem.SCHEME + "://" + file;
    }

    /** Files of one block each, as a made-up coordinator expects them. */
    private String files(int count) throws IOException {
        Path files = Files.createDirectories(directory.resolve("files"));
        for (int file = 0; file < count; file++) {
            Files.writeString(
                    files.resolve(Integer.toString(file)),
                    ("x".repeat(LINE - 1) + "\n").repeat(ClaimingFileSystem.BLOCK / LINE),
                    StandardCharsets.US_ASCII);
        }
        return ClaimingFileSystem.SCHEME + "://" + files;
    }

    /** It brings in at once what is asked for, and says of its devices that they are slow: half a second for a block of an HDD. */
    private static FakeCoordinator coordinator() throws IOException {
        FakeCoordinator made = new FakeCoordinator();
        made.cold = true;
        made.status = StatusReply.newBuilder()
                .setIntervalMillis(20)
                .addAgents(agent(ClaimingFileSystem.HERE))
                .addAgents(agent(ClaimingFileSystem.ELSEWHERE))
                .build();
        return made;
    }

    private static AgentState agent(String host) {
        return AgentState.newBuilder()
                .setHost(host)
                .setAlive(true)
                .setBudgetBytes(1 << 30)
                .addDevices(DeviceState.newBuilder()
                        .setStorage(host + "-ssd")
                        .setStorageType("SSD")
                        .setFullBytesPerSecond(8 * ClaimingFileSystem.BLOCK))
                .addDevices(DeviceState.newBuilder()
                        .setStorage(host + "-hdd")
                        .setStorageType("DISK")
                        .setFullBytesPerSecond(2 * ClaimingFileSystem.BLOCK))
                .build();
    }

    /** Begins a job whose first tasks are held until {@link #go}, and waits until something was asked for on behalf of the others. */
    private static JavaFutureAction<Long> begin(JavaSparkContext spark, FakeCoordinator coordinator, String files) {
        gate = new CountDownLatch(1);
        JavaFutureAction<Long> job =
                spark.textFile(files).mapPartitions(TabIT::held).countAsync();
        await().atMost(PATIENCE).until(() -> coordinator.heard.stream().anyMatch(said -> said.startsWith("prefetch ")));
        await().atMost(PATIENCE)
                .until(() -> get(url(spark) + "/tiercel/stage/?id=0").contains("Cluster then"));
        return job;
    }

    private static void go(JavaSparkContext spark, JavaFutureAction<Long> job) throws Exception {
        gate.countDown();
        job.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        await().atMost(PATIENCE)
                .until(() -> get(url(spark) + "/tiercel/stage/?id=0").contains("Outcome: "));
    }

    private static Iterator<String> held(Iterator<String> lines) throws InterruptedException {
        if (!gate.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            throw new IllegalStateException("a task was not let go");
        }
        return lines;
    }

    private JavaSparkContext spark(String name, FakeCoordinator coordinator) throws IOException {
        return new JavaSparkContext(conf(name)
                .set("spark.tiercel.coordinator", coordinator.address())
                .set("spark.tiercel.prefetch", "cost"));
    }

    private JavaSparkContext spark(String name) throws IOException {
        return new JavaSparkContext(conf(name));
    }

    private SparkConf conf(String name) throws IOException {
        return new SparkConf()
                .setMaster("local[2]")
                .setAppName(name)
                .set("spark.driver.bindAddress", "127.0.0.1")
                .set("spark.driver.host", "127.0.0.1")
                .set("spark.plugins", TiercelPlugin.class.getName())
                .set("spark.ui.port", "0")
                .set("spark.tiercel.locate.budget", "10s") // On a busy machine the default may be too short.
                .set("spark.ui.showConsoleProgress", "false")
                .set("spark.hadoop.fs." + ClaimingFileSystem.SCHEME + ".impl", ClaimingFileSystem.class.getName())
                .set("spark.eventLog.enabled", "true")
                .set("spark.eventLog.dir", logs().toUri().toString());
    }

    private Path logs() throws IOException {
        return Files.createDirectories(directory.resolve("logs"));
    }

    private static void post(JavaSparkContext spark, TiercelEvent... events) throws Exception {
        for (TiercelEvent event : events) {
            spark.sc().listenerBus().post(event);
        }
        spark.sc().listenerBus().waitUntilEmpty(PATIENCE.toMillis());
    }

    private static String url(JavaSparkContext spark) {
        return spark.sc().uiWebUrl().get();
    }

    private static String get(String address) throws IOException, InterruptedException {
        HttpResponse<String> answer = HttpClient.newBuilder()
                .followRedirects(HttpClient.Redirect.NORMAL)
                .build()
                .send(HttpRequest.newBuilder(URI.create(address)).build(), HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(address).isEqualTo(200);
        return answer.body();
    }

    /** What needs no browser. */
    @Test
    void theTabIsInTheUiAndInTheHistoryServer() throws Exception {
        String app;
        try (FakeCoordinator coordinator = coordinator();
                JavaSparkContext spark = spark("small", coordinator)) {
            app = spark.sc().applicationId();
            go(spark, begin(spark, coordinator, files(FILES)));

            String overview = get(url(spark) + "/tiercel/");
            assertThat(overview)
                    .contains(
                            "40 launched over files", "memory", "HDD", "Policy: </strong>tiercel", ", connected since ")
                    .containsPattern("[1-9][0-9]* \\([0-9]+%\\) read from memory, [0-9]+ late, 0 not read")
                    .contains("/tiercel/stage/?id=0&amp;attempt=0");
            assertThat(get(url(spark) + "/tiercel/stage/?id=0&attempt=0"))
                    .containsPattern(PLANNED_AND_DONE)
                    .contains("40 tasks");
            assertThat(get(url(spark) + "/tiercel/stage/?id=7")).contains("Tiercel knows nothing about this stage");
            assertThat(get(url(spark) + "/tiercel/?stages.sort=%3Cscript%3E")).doesNotContain("sort=<script>");
            assertThat(get(url(spark) + "/jobs/")).contains("/tiercel/\"");
        }
        try (History history = new History()) {
            assertThat(get(history.url(app) + "/tiercel/"))
                    .contains(
                            "40 launched over files", "/history/" + app + "/tiercel/stage/?id=0", ", connected since ")
                    .containsPattern("[1-9][0-9]* \\([0-9]+%\\) read from memory, [0-9]+ late, 0 not read");
            assertThat(get(history.url(app) + "/tiercel/stage/?id=0")).containsPattern(PLANNED_AND_DONE);
        }
    }

    /** Every fifth block is on no node with slots. */
    private static final String PLAN_AND_REALITY = "(?s)Plan of reads.*First plan: </strong>32 tasks in .*"
            + "Devices over time.*tiercel-devices-SSD.*tiercel-devices-HDD.*tiercel-devices-REMOTE.*"
            + "Why tasks started where they did.*the plan of the stage has it here.*Devices \\(3\\)";

    @Test
    void aPlannedStageShowsPlanAndRealityByDevice() throws Exception {
        String app;
        try (JavaSparkContext spark = new JavaSparkContext(conf("planned").set("spark.tiercel.policy", "tiercel"))) {
            app = spark.sc().applicationId();
            gate = new CountDownLatch(1);
            JavaFutureAction<Long> job = spark.textFile(files(FILES), FILES)
                    .mapPartitions(TabIT::held)
                    .countAsync();
            await().atMost(PATIENCE)
                    .until(() -> get(url(spark) + "/tiercel/stage/?id=0").contains("since the first plan"));
            assertThat(get(url(spark) + "/tiercel/stage/?id=0")).containsPattern("which expected [^<]*; running");
            gate.countDown();
            job.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            await().atMost(PATIENCE)
                    .until(() -> !get(url(spark) + "/tiercel/stage/?id=0").contains("; running"));
            assertThat(get(url(spark) + "/tiercel/stage/?id=0"))
                    .containsPattern(PLAN_AND_REALITY)
                    .containsPattern(
                            "(?s)16 KiB planned, 16 KiB read.*16 KiB planned, 16 KiB read.*0 B planned, 8 KiB read")
                    .doesNotContain("Not measured");
        }
        try (History history = new History()) {
            assertThat(get(history.url(app) + "/tiercel/stage/?id=0")).containsPattern(PLAN_AND_REALITY);
        }
    }

    @Test
    void aSmallJobInABrowser() throws Exception {
        assumeBrowser();
        try (FakeCoordinator coordinator = coordinator();
                JavaSparkContext spark = spark("A small job", coordinator);
                Browser browser = browser()) {
            String files = files(FILES);
            JavaFutureAction<Long> job = begin(spark, coordinator, files);

            browser.open(url(spark));
            browser.click("nav a[href*='/tiercel/']");
            assertThat(browser.title()).contains("Tiercel");
            assertThat(browser.text("nav .active")).contains("Tiercel");
            browser.click("#stages a[href*='stage/?id=0']");
            assertThat(browser.title()).contains("Tiercel: stage 0");
            assertThat(browser.text("body")).contains(" launched of 40 tasks", "; running", " of 40 blocks; ");
            browser.screenshot(PICTURES.resolve("small-running.png"));

            go(spark, job);
            spark.textFile(files).count();
            spark.textFile(files).count();
            spark.sc().listenerBus().waitUntilEmpty(PATIENCE.toMillis());
            browser.click("a[href$='/tiercel/']");
            assertThat(browser.count("#stages tbody tr")).isEqualTo(3);
            assertThat(browser.count("#jobs tbody tr")).isEqualTo(3);
            assertThat(browser.count("#tiercel-tiers rect")).isPositive();
            browser.screenshot(PICTURES.resolve("small-overview.png"));

            browser.click("#stages a[href*='stage/?id=0']");
            assertThat(browser.text("body"))
                    .containsPattern("Outcome: [1-9][0-9]* in memory in time, [0-9]+ late, 0 not read");
            assertThat(browser.count("#tiercel-arrivals path")).isEqualTo(4);
            browser.screenshot(PICTURES.resolve("small-stage.png"));
            clickThroughTheBlocks(browser);

            assertThat(browser.complaints()).isEmpty();

            browser.click("a[href*='/stages/stage/']");
            assertThat(browser.text("body")).contains("Details for Stage 0");
        }
    }

    private static void clickThroughTheBlocks(Browser browser) {
        int all = browser.count("#blocks tbody tr");
        browser.click("#blocks th:nth-child(1) a");
        String first = browser.text("#blocks tbody tr td");
        browser.click("#blocks th:nth-child(1) a");
        assertThat(browser.text("#blocks tbody tr td")).isGreaterThan(first);
        browser.click("#reasons tbody tr:last-child a");
        assertThat(browser.count("#blocks tbody tr")).isBetween(1, all - 1);
        browser.click("a[href$='#blocks']:not(th a):not(td a)");
        assertThat(browser.count("#blocks tbody tr")).isEqualTo(all);
    }

    /** 10,000 tasks, after the application has ended. */
    @Test
    void aLargeJobInTheHistoryServerInABrowser() throws Exception {
        assumeBrowser();
        int tasks = 10_000;
        String app;
        try (JavaSparkContext spark = spark("A large job")) {
            app = spark.sc().applicationId();
            assertThat(spark.textFile(file(tasks), tasks).count())
                    .isEqualTo((long) tasks * ClaimingFileSystem.BLOCK / LINE);
            post(
                    spark,
                    CoordinatorChanged.now("master:7411", true, ""),
                    CoordinatorChanged.now("master:7411", false, "the coordinator at master:7411 cannot be reached"),
                    CoordinatorChanged.now("master:7411", true, ""),
                    SampleEvents.reads(1, tasks, true, System.currentTimeMillis()),
                    SamplePlans.reads(1, tasks, true),
                    SampleEvents.planned(1, tasks),
                    SampleEvents.outcomes(1, tasks, true));
            for (int stage = 2; stage < 120; stage++) {
                post(spark, SampleEvents.reads(stage, 50, true, System.currentTimeMillis() + 10_000L * stage));
            }
        }
        try (History history = new History();
                Browser browser = browser()) {
            browser.open(history.url(app) + "/jobs/");
            browser.click("nav a[href*='/tiercel/']");
            assertThat(browser.text("#stages")).contains("120 rows");
            browser.screenshot(PICTURES.resolve("large-overview.png"));
            browser.click("#stages .page-item:nth-child(3) a");
            assertThat(browser.count("#stages tbody tr")).isEqualTo(20);
            browser.click("#stages a[href*='stage/?id=1&']");
            assertThat(browser.text("body")).contains("10,000 launched of 10,000 tasks");
            browser.screenshot(PICTURES.resolve("large-stage.png"));
            assertThat(browser.count("#tiercel-devices-HDD path")).isEqualTo(2);
            assertThat(browser.count("#devices tbody tr")).isEqualTo(50);
            browser.click("#devices th:nth-child(6) a");
            browser.click("#devices .page-item:nth-child(2) a");
            assertThat(browser.text("#devices .page-item.active")).isEqualTo("2");
            browser.click("#blocks .page-item:nth-child(2) a");
            assertThat(browser.text("#blocks .page-item.active")).isEqualTo("2");
            clickThroughTheBlocks(browser);
            assertThat(browser.complaints()).isEmpty();

            browser.open(history.url(app) + "/tiercel/stage/?id=0&attempt=0");
            assertThat(browser.text("body")).contains("10,000 launched of 10,000 tasks");
            browser.screenshot(PICTURES.resolve("large-real-stage.png"));
        }
    }

    /** Said once, in the build's own output, which does not show why a test was skipped. */
    @BeforeAll
    static void sayIfThereIsNoBrowser() {
        if (!Browser.isInstalled()) {
            LoggerFactory.getLogger(TabIT.class).warn(NO_BROWSER);
        }
    }

    private static void assumeBrowser() {
        assumeTrue(Browser.isInstalled(), NO_BROWSER);
    }

    private static Browser browser() {
        return Browser.start(1400, 1000);
    }

    /** Spark's own history server over what the applications have logged. */
    private final class History implements AutoCloseable {
        private final FsHistoryProvider provider;
        private final HistoryServer server;

        History() throws IOException {
            SparkConf conf = new SparkConf(false)
                    .set("spark.history.fs.logDirectory", logs().toUri().toString());
            provider = new FsHistoryProvider(conf);
            server = new HistoryServer(conf, provider, HistoryServer$.MODULE$.createSecurityManager(conf), 0);
            server.bind();
            provider.checkForLogs();
        }

        String url(String app) {
            await().atMost(PATIENCE)
                    .until(() -> provider.getApplicationInfo(app).isDefined());
            return "http://127.0.0.1:" + server.boundPort() + "/history/" + app;
        }

        @Override
        public void close() {
            server.stop();
        }
    }
}
