package io.tiercel.bench.memory;

import io.tiercel.bench.faults.Conductor;
import io.tiercel.testkit.RunningSparkApp;
import java.awt.Color;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.BitmapEncoder.BitmapFormat;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.markers.SeriesMarkers;

/**
 * Lets one Spark application query for hours while tables and executors come and go, with prefetching on, and measures whether anything
 * grows: heap, threads and descriptors of the driver, the NameNode and the DataNodes, pinned bytes, and the time to schedule.
 *
 * <p>Arguments: minutes, the directory to write {@code soak.csv} and {@code soak.png} to.
 */
public final class Soak {
    private static final long SEED = 20261126;
    private static final int QUERY_THREADS = 4;
    private static final int TABLES = 24;
    private static final int BLOCKS = 4;
    private static final int BLOCK_BYTES = 256 << 10;
    /** As long as the application works and rests, so that each sample meets it at the same work. */
    private static final long SAMPLE_NANOS = TimeUnit.SECONDS.toNanos(60);

    private static final long TABLE_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final long KILL_NANOS = TimeUnit.SECONDS.toNanos(45);

    /** A measure may be so much higher in the last quarter than in the second. */
    private static final double MOST_GROWTH = 0.1;

    private static final int BUDGET_MIB = 16;

    /** The time of a fixed amount of work of one thread: how busy others keep the machine. */
    private static final String CONTROL = "fixed work ms";

    private static final String PINNED = "pinned MiB";
    private static final String BROUGHT_IN = "blocks brought in";

    /** Times grow with the load of the machine. They are compared with what the fixed work takes. */
    private static final Set<String> TIMES = Set.of("query ms", "scheduling ms", "scheduling p99 ms");

    /** Measures that may grow. What is pinned at one moment is compared with the budget instead. */
    private static final Set<String> UNBOUNDED = Set.of("queries", BROUGHT_IN, CONTROL, PINNED);

    private final PrintStream out;
    private final MemoryWorld world;
    private final Conductor conductor;
    private final Deque<String> tables = new ArrayDeque<>();
    private final Map<String, List<Double>> series = new LinkedHashMap<>();
    private final List<Double> minutes = new ArrayList<>();
    private final Window window = new Window();
    private int written;
    private int kills;
    private long broughtIn;

    /** What the application said since the last sample. */
    private static final class Window {
        private final List<Long> queries = new ArrayList<>();
        private final List<Long> waits = new ArrayList<>();
        private final List<String> wrong = new ArrayList<>();
        private long all;
        private long allQueries;

        synchronized void heard(String line) {
            String[] words = line.split(" ", 4);
            if (words[0].equals("query")) {
                queries.add(Long.parseLong(words[1]));
                allQueries++;
                if (!words[2].equals("right")) {
                    wrong.add(line);
                }
            } else if (words[0].equals("waited")) {
                waits.add(Long.parseLong(words[1]));
                all++;
            }
        }

        synchronized void take(Map<String, Double> into) {
            into.put("queries", (double) queries.size());
            into.put("query ms", quantile(queries, 0.5));
            into.put("scheduling ms", quantile(waits, 0.5));
            into.put("scheduling p99 ms", quantile(waits, 0.99));
            queries.clear();
            waits.clear();
        }

        synchronized List<String> wrong() {
            return List.copyOf(wrong);
        }

        synchronized String text() {
            return allQueries + " queries, " + all + " stages";
        }

        private static double quantile(List<Long> values, double share) {
            long[] sorted = values.stream().mapToLong(Long::longValue).sorted().toArray();
            return sorted.length == 0 ? Double.NaN : sorted[(int) (share * (sorted.length - 1))];
        }
    }

    private Soak(PrintStream out, MemoryWorld world, Conductor conductor) {
        this.out = out;
        this.world = world;
        this.conductor = conductor;
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        long nanos = TimeUnit.MINUTES.toNanos(Long.parseLong(args[0]));
        Path directory = Path.of(args[1]);
        Files.createDirectories(directory);
        boolean flat;
        try (MemoryWorld world = MemoryWorld.start(builder -> builder.ssdBytesPerSecond(0)
                        .hddBytesPerSecond(64L << 20)
                        .hdfsKey("tiercel.agent.memory.budget", BUDGET_MIB + "m"));
                Conductor conductor = new Conductor()) {
            world.awaitIdle();
            flat = new Soak(System.out, world, conductor).run(nanos, directory);
        }
        System.exit(flat ? 0 : 1);
    }

    private boolean run(long nanos, Path directory) throws IOException, InterruptedException {
        for (int i = 0; i < TABLES; i++) {
            writeTable();
        }
        Map<String, String> conf = new HashMap<>();
        conf.put("spark.tiercel.coordinator", world.coordinator());
        conf.put("spark.tiercel.prefetch", "all");
        conf.put("spark.tiercel.policy", "tiercel");
        conf.put("spark.scheduler.mode", "FAIR");
        conf.put("spark.task.maxFailures", "100");
        conf.put("spark.stage.maxConsecutiveAttempts", "100");
        conf.put("spark.dynamicAllocation.enabled", "true");
        conf.put("spark.dynamicAllocation.shuffleTracking.enabled", "true");
        conf.put("spark.dynamicAllocation.shuffleTracking.timeout", "5s");
        conf.put("spark.dynamicAllocation.executorIdleTimeout", "4s");
        conf.put("spark.sql.shuffle.partitions", "3");
        conf.put("spark.sql.files.maxPartitionBytes", Integer.toString(BLOCK_BYTES));
        conf.put("spark.sql.files.openCostInBytes", "0");
        // Spark keeps what it shows of the last so many; all of them within the first minutes of a soak.
        for (String kept :
                List.of("spark.ui.retainedJobs", "spark.ui.retainedStages", "spark.sql.ui.retainedExecutions")) {
            conf.put(kept, "100");
        }
        conf.put("spark.ui.retainedTasks", "1000");
        // Spark keeps what it listed for each session that ever was, in 250 MB by default.
        conf.put("spark.sql.hive.filesourcePartitionFileCacheSize", "1048576");
        // Pools of Spark's own: of 1,024 threads each, they would grow for most of the time.
        conf.put("spark.sql.shuffleExchange.maxThreadThreshold", "16");
        conf.put("spark.sql.resultQueryStage.maxThreadThreshold", "16");
        Path records = Files.createTempDirectory("soak");
        List<ProcessGauge> gauges = new ArrayList<>();
        try (RunningSparkApp app = world.submit(world.soaking(conductor, "/soak", QUERY_THREADS, SEED, records, conf)
                .limit(java.time.Duration.ofHours(100)))) {
            conductor.ready();
            gauges.add(new ProcessGauge("driver", Long.parseLong(conductor.awaitLine("pid ", 1))));
            gauges.add(new ProcessGauge(
                    "NameNode", world.cluster().nameNode(1).handle().pid()));
            for (int node = 0; node < MemoryWorld.NODES; node++) {
                gauges.add(new ProcessGauge(
                        "DataNode " + node,
                        world.cluster().dataNode(node).handle().pid()));
            }
            conductor.go();
            Thread listening = new Thread(this::listen, "soak-listens");
            listening.start();
            soak(nanos, gauges);
            conductor.end();
            listening.join();
            long pinnedAfter = awaitNothingPinned();
            conductor.end();
            int exitCode = app.await().exitCode();
            return judge(directory, pinnedAfter, exitCode);
        } finally {
            for (ProcessGauge gauge : gauges) {
                gauge.close();
            }
        }
    }

    private void listen() {
        try {
            for (String line = conductor.awaitLine("", 1);
                    !line.startsWith("result ");
                    line = conductor.awaitLine("", 1)) {
                window.heard(line);
            }
        } catch (IOException e) {
            window.heard("query 0 wrong " + e.getMessage());
        }
    }

    private void soak(long nanos, List<ProcessGauge> gauges) throws IOException {
        long start = System.nanoTime();
        long nextTable = start + TABLE_NANOS;
        long nextKill = start + KILL_NANOS;
        long nextSample = start + SAMPLE_NANOS / 2;
        while (System.nanoTime() - start < nanos) {
            long now = System.nanoTime();
            if (now >= nextTable) {
                nextTable += TABLE_NANOS;
                writeTable();
                world.cluster().fileSystem().delete(new org.apache.hadoop.fs.Path(tables.removeFirst()), false);
            }
            if (now >= nextKill) {
                nextKill += KILL_NANOS;
                world.cluster().killExecutor(kills++ % MemoryWorld.NODES);
            }
            if (now >= nextSample) {
                nextSample += SAMPLE_NANOS;
                sample((now - start) / 60e9, gauges);
            }
            LockSupport.parkNanos(Math.min(nextTable, nextSample) - System.nanoTime());
        }
    }

    /** A table of one line more than the one before, so that no two queries are the same. */
    private void writeTable() throws IOException {
        int bytes = BLOCK_BYTES - 64 * (written++ % 1_000);
        long lines = (long) BLOCKS * (bytes / 512 * 512) / 64;
        String path = "/soak/t" + written + "-" + lines;
        // Queries find it when it is whole.
        String writing = "/writing";
        long wrote = world.writeWarm(writing, BLOCKS, bytes / 512 * 512, MemoryWorld.NODES);
        world.cluster().evictUnusedPages();
        if (wrote != lines) {
            throw new IOException(path + ": expected " + lines + " lines, wrote " + wrote);
        }
        world.cluster().fileSystem().mkdirs(new org.apache.hadoop.fs.Path("/soak"));
        world.cluster()
                .fileSystem()
                .rename(new org.apache.hadoop.fs.Path(writing), new org.apache.hadoop.fs.Path(path));
        tables.addLast(path);
    }

    private void sample(double minute, List<ProcessGauge> gauges) {
        Map<String, Double> values = new LinkedHashMap<>();
        for (ProcessGauge gauge : gauges) {
            ProcessGauge.Reading reading = gauge.read();
            values.put(gauge.name() + " heap MiB", reading.heap() / (double) (1 << 20));
            values.put(gauge.name() + " threads", (double) reading.threads());
            values.put(gauge.name() + " descriptors", (double) reading.descriptors());
        }
        values.put(PINNED, world.locked() / (double) (1 << 20));
        values.put(BROUGHT_IN, (double) broughtIn());
        values.put(CONTROL, fixedWorkMillis());
        window.take(values);
        minutes.add(minute);
        values.forEach((name, value) ->
                series.computeIfAbsent(name, none -> new ArrayList<>()).add(value));
        out.printf("%.1f min: %s%n", minute, values);
    }

    /** Blocks that agents have brought in since the last call. */
    private long broughtIn() {
        long all = world.status()
                .map(status -> status.getCountersOrDefault("migrated_blocks", 0))
                .orElse(broughtIn);
        long more = all - broughtIn;
        broughtIn = all;
        return more;
    }

    /** About 50 ms on an idle processor. */
    private static double fixedWorkMillis() {
        long start = System.nanoTime();
        long state = SEED;
        for (int i = 0; i < 50_000_000; i++) {
            state = state * 6364136223846793005L + 1442695040888963407L;
        }
        // So that the loop is not optimized away.
        return (System.nanoTime() - start + (state & 1)) / 1e6;
    }

    private long awaitNothingPinned() {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (world.locked() > 0 && System.nanoTime() < end) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(200));
        }
        return world.locked();
    }

    private boolean judge(Path directory, long pinnedAfter, int exitCode) throws IOException {
        write(directory);
        boolean flat = minutes.size() >= 4;
        double control = growth(series.getOrDefault(CONTROL, List.of()));
        out.printf(
                "| measure | median of the second quarter | of the last quarter | growth | against the fixed work |%n"
                        + "| --- | --- | --- | --- | --- |%n");
        for (Map.Entry<String, List<Double>> each : series.entrySet()) {
            double growth = growth(each.getValue());
            double relative = TIMES.contains(each.getKey()) ? (1 + growth) / (1 + control) - 1 : growth;
            flat &= UNBOUNDED.contains(each.getKey()) || relative <= MOST_GROWTH || quarter(each.getValue(), 3) == 0;
            out.printf(
                    "| %s | %.1f | %.1f | %+.1f %% | %+.1f %% |%n",
                    each.getKey(),
                    quarter(each.getValue(), 1),
                    quarter(each.getValue(), 3),
                    100 * growth,
                    100 * relative);
        }
        double mostPinned = most(PINNED);
        flat &= mostPinned > 0 && mostPinned <= MemoryWorld.NODES * BUDGET_MIB && most(BROUGHT_IN) > 0;
        out.printf("at most %.1f MiB pinned, %d blocks brought in%n", mostPinned, broughtIn);
        List<String> wrong = window.wrong();
        wrong.stream().limit(10).forEach(out::println);
        out.printf(
                "%s, %d wrong or failed; %d tables, %d executors killed; pinned afterwards: %d bytes; exit code %d%n",
                window.text(), wrong.size(), written, kills, pinnedAfter, exitCode);
        return flat && wrong.isEmpty() && pinnedAfter == 0 && exitCode == 0;
    }

    /** As a part of the second quarter's median. */
    private static double growth(List<Double> values) {
        return quarter(values, 3) / quarter(values, 1) - 1;
    }

    private double most(String measure) {
        return series.getOrDefault(measure, List.of()).stream()
                .mapToDouble(Double::doubleValue)
                .max()
                .orElse(0);
    }

    private static double quarter(List<Double> values, int number) {
        int size = values.size() / 4;
        double[] part = values.subList(number * size, (number + 1) * size).stream()
                .mapToDouble(Double::doubleValue)
                .filter(value -> !Double.isNaN(value))
                .sorted()
                .toArray();
        return part.length == 0 ? Double.NaN : part[part.length / 2];
    }

    private void write(Path directory) throws IOException {
        List<String> lines = new ArrayList<>();
        lines.add("minute," + String.join(",", series.keySet()));
        for (int i = 0; i < minutes.size(); i++) {
            StringBuilder line = new StringBuilder("%.1f".formatted(minutes.get(i)));
            for (List<Double> values : series.values()) {
                line.append(",%.1f".formatted(values.get(i)));
            }
            lines.add(line.toString());
        }
        Files.write(directory.resolve("soak.csv"), lines);
        List<XYChart> charts = List.of(
                chart("heap after a full collection, MiB", " heap MiB"),
                chart("threads", " threads"),
                chart("open descriptors", " descriptors"),
                chart("pinned, MiB", "pinned MiB"),
                chart("from a stage's submission to its first task, ms", "scheduling ms", "scheduling p99 ms"),
                chart("queries in a minute, and their median time in ms", "queries", "query ms"));
        BitmapEncoder.saveBitmap(charts, 3, 2, directory.resolve("soak").toString(), BitmapFormat.PNG);
    }

    private XYChart chart(String title, String... endings) {
        XYChart chart = new XYChartBuilder()
                .width(640)
                .height(300)
                .title(title)
                .xAxisTitle("minutes")
                .build();
        chart.getStyler().setLegendPosition(LegendPosition.OutsideE);
        chart.getStyler().setYAxisMin(0.0);
        chart.getStyler().setXAxisDecimalPattern("0");
        chart.getStyler().setChartBackgroundColor(Color.WHITE);
        series.forEach(
                (name, values) -> Arrays.stream(endings).filter(name::endsWith).forEach(ending -> chart.addSeries(
                                name.endsWith(ending) && name.length() > ending.length()
                                        ? name.substring(0, name.length() - ending.length())
                                        : name,
                                minutes,
                                values)
                        .setMarker(SeriesMarkers.NONE)));
        return chart;
    }
}
