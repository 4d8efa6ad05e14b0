package io.tiercel.suites.yarn;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Runs Hadoop's scheduler load simulator on the Capacity Scheduler and on ours by turns, each time in a process of its own: 1,000 nodes,
 * 180 jobs of 500 maps of a second. No application has preferences. Started by {@code bench/scheduler-load}.
 */
final class SchedulerLoad {
    private static final int RACKS = 50;
    private static final int NODES_PER_RACK = 20;
    private static final int JOBS = 180;
    private static final int MAPS = 500;
    private static final String CAPACITY =
            "org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler";
    private static final String OURS =
            "org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.TiercelCapacityScheduler";
    private static final Pattern TIME_COST = Pattern.compile("\"scheduler.commit.success.timecost\":([0-9.]+)");

    private final Path home;
    private final Path directory;

    /** @param perSecond containers granted from the first job's start to the last one's end @param millis per grant */
    private record Load(double perSecond, double millis) {}

    private SchedulerLoad(Path home) {
        this.home = home;
        this.directory = home.resolve("yarn-suites/target/scheduler-load");
    }

    /** @param arguments the project's directory; rounds, 5 if there are none */
    public static void main(String[] arguments) throws Exception {
        int rounds = arguments.length < 2 ? 5 : Integer.parseInt(arguments[1]);
        new SchedulerLoad(Path.of(arguments[0])).measure(rounds);
    }

    private void measure(int rounds) throws Exception {
        Files.createDirectories(directory);
        Files.writeString(directory.resolve("jobs.json"), jobs());
        Files.writeString(directory.resolve("nodes.json"), nodes());
        String simulator = Files.readString(home.resolve("yarn-suites/target/scheduler-load-classpath.txt"))
                .strip();
        Path swapped = directory.resolve("swapped");
        SchedulerSwap.rewrite(jar(simulator, "hadoop-sls-"), swapped);
        Map<String, List<Load>> loads = new LinkedHashMap<>();
        for (int round = 0; round < rounds; round++) {
            loads.computeIfAbsent("stock", unused -> new ArrayList<>()).add(run(CAPACITY, simulator));
            loads.computeIfAbsent("ours", unused -> new ArrayList<>())
                    .add(run(OURS, swapped + File.pathSeparator + simulator));
        }
        loads.forEach((side, all) -> System.out.printf(
                Locale.ROOT,
                "| %s | %s containers/s | %s ms per grant |%n",
                side,
                summary(all.stream().mapToDouble(Load::perSecond).toArray()),
                summary(all.stream().mapToDouble(Load::millis).toArray())));
    }

    private static Path jar(String classPath, String name) {
        return Arrays.stream(classPath.split(File.pathSeparator))
                .map(Path::of)
                .filter(jar -> jar.getFileName().toString().startsWith(name))
                .findFirst()
                .orElseThrow();
    }

    private static String summary(double[] values) {
        Arrays.sort(values);
        return String.format(
                Locale.ROOT, "%.3f (%.3f to %.3f)", values[values.length / 2], values[0], values[values.length - 1]);
    }

    private Load run(String scheduler, String first) throws IOException, InterruptedException {
        Path output = Files.createTempDirectory(directory, "run");
        Path conf = Files.createDirectories(output.resolve("conf"));
        Files.writeString(conf.resolve("sls-runner.xml"), site(scheduler));
        Files.writeString(conf.resolve("core-site.xml"), site(scheduler));
        Files.writeString(conf.resolve("capacity-scheduler.xml"), site(scheduler));
        Files.writeString(conf.resolve("log4j.properties"), "log4j.rootLogger=ERROR\n");
        Path results = Files.createDirectories(output.resolve("results"));
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(Arrays.asList(System.getProperty("tiercel.jdk.opens").split("\\s+")));
        command.addAll(List.of("-Xmx2g", "-cp"));
        command.add(String.join(
                File.pathSeparator,
                conf.toString(),
                first,
                Files.readString(home.resolve("yarn-tests/target/classpath.txt"))
                        .strip(),
                bundle()));
        command.addAll(List.of("org.apache.hadoop.yarn.sls.SLSRunner", "-tracetype", "SYNTH"));
        command.addAll(List.of("-tracelocation", directory.resolve("jobs.json").toString()));
        command.addAll(List.of("-nodes", directory.resolve("nodes.json").toString()));
        command.addAll(List.of("-output", results.toString()));
        Process process = new ProcessBuilder(command)
                .directory(output.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.resolve("output.log").toFile())
                .start();
        try {
            if (!process.waitFor(5, TimeUnit.MINUTES)) {
                throw new IllegalStateException("the simulator does not end, see " + output);
            }
        } finally {
            process.destroyForcibly();
        }
        return load(results);
    }

    private String bundle() throws IOException {
        try (var jars = Files.newDirectoryStream(home.resolve("bundle-yarn/target"), "tiercel-yarn-*.jar")) {
            return jars.iterator().next().toString();
        }
    }

    private static Load load(Path results) throws IOException {
        List<long[]> jobs = Files.readAllLines(results.resolve("jobruntime.csv")).stream()
                .skip(1)
                .map(line -> line.split(","))
                .map(columns -> new long[] {Long.parseLong(columns[3]), Long.parseLong(columns[4])})
                .toList();
        if (jobs.size() != JOBS) {
            throw new IllegalStateException(
                    "expected " + JOBS + " finished jobs, got " + jobs.size() + " in " + results);
        }
        long start = jobs.stream().mapToLong(times -> times[0]).min().orElseThrow();
        long end = jobs.stream().mapToLong(times -> times[1]).max().orElseThrow();
        Matcher cost = TIME_COST.matcher(Files.readString(results.resolve("realtimetrack.json")));
        double millis = cost.results()
                .mapToDouble(found -> Double.parseDouble(found.group(1)))
                .filter(value -> value > 0)
                .average()
                .orElseThrow();
        return new Load(1_000.0 * JOBS * (MAPS + 1) / (end - start), millis);
    }

    private static String jobs() {
        return """
                {"description": "maps", "num_nodes": %d, "nodes_per_rack": %d, "num_jobs": %d, "rand_seed": 2, "workloads": [{
                 "workload_name": "maps", "workload_weight": 1.0, "queue_name": "default",
                 "job_classes": [{"class_name": "maps", "class_weight": 1.0, "type": "mapreduce", "user_name": "ann",
                  "duration": {"val": 1}, "deadline_factor": {"val": 10}, "reservation": {"val": 0},
                  "tasks": [{"type": "map", "priority": 20, "count": {"val": %d}, "executionType": "GUARANTEED",
                   "time": {"val": 1000}, "max_memory": {"val": 1024}, "max_vcores": {"val": 1}}]}],
                 "time_distribution": [{"time": 1, "weight": 100}, {"time": 10, "weight": 0}]}]}
                """
                .formatted(RACKS * NODES_PER_RACK, NODES_PER_RACK, JOBS, MAPS);
    }

    /** Addresses as names: others would be looked up. */
    private static String nodes() {
        return IntStream.rangeClosed(1, RACKS)
                .mapToObj(rack -> IntStream.rangeClosed(1, NODES_PER_RACK)
                        .mapToObj(node -> "{\"node\": \"127." + rack + ".0." + node + "\"}")
                        .collect(Collectors.joining(",", "{\"rack\": \"rack" + rack + "\", \"nodes\": [", "]}\n")))
                .collect(Collectors.joining());
    }

    private static String site(String scheduler) {
        Map<String, String> keys = new LinkedHashMap<>();
        keys.put("yarn.resourcemanager.scheduler.class", scheduler);
        keys.put("yarn.resourcemanager.webapp.address", "127.0.0.1:0");
        for (String service : List.of("", ".scheduler", ".resource-tracker", ".admin")) {
            keys.put("yarn.resourcemanager" + service + ".address", "127.0.0.1:0");
        }
        keys.put("hadoop.security.token.service.use_ip", "false");
        keys.put("yarn.scheduler.capacity.root.queues", "default");
        keys.put("yarn.scheduler.capacity.root.default.capacity", "100");
        keys.put("yarn.scheduler.capacity.maximum-am-resource-percent", "0.5");
        keys.put("yarn.sls.runner.pool.size", "10");
        keys.put("yarn.sls.nm.memory.mb", "10240");
        keys.put("yarn.sls.nm.vcores", "10");
        keys.put("yarn.sls.nm.heartbeat.interval.ms", "1000");
        keys.put("yarn.sls.am.heartbeat.interval.ms", "1000");
        keys.put("yarn.sls.am.type.mapreduce", "org.apache.hadoop.yarn.sls.appmaster.MRAMSimulator");
        keys.put("yarn.sls.container.memory.mb", "1024");
        keys.put("yarn.sls.container.vcores", "1");
        keys.put("yarn.sls.metrics.switch", "ON");
        keys.put("yarn.sls.metrics.web.address.port", "0");
        keys.put(
                "yarn.sls.capacity.scheduler.metrics", "org.apache.hadoop.yarn.sls.scheduler.CapacitySchedulerMetrics");
        return keys.entrySet().stream()
                .map(key ->
                        "<property><name>" + key.getKey() + "</name><value>" + key.getValue() + "</value></property>\n")
                .collect(Collectors.joining("", "<configuration>\n", "</configuration>\n"));
    }
}
