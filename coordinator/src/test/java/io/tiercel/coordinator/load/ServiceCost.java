package io.tiercel.coordinator.load;

import io.tiercel.coordinator.LoadedCoordinator;
import io.tiercel.coordinator.MadeUpFiles;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Measures the cost of a coordinator that serves many agents over gRPC: it runs in a process of its own, bound to one core where {@code taskset}
 * is at hand; agents and applications run in this one. Prints the share of that core, how fast reports were answered, and memory.
 *
 * <p>Arguments: agents, blocks, seconds of each phase.
 */
public final class ServiceCost implements AutoCloseable {
    private static final Path TASKSET = Path.of("/usr/bin/taskset");
    private static final Duration LONGEST = Duration.ofMinutes(6);

    private final PrintStream out;
    private final Process server;
    private final BufferedReader answers;
    private final Swarm swarm;
    private final Duration phase;

    private ServiceCost(PrintStream out, int nodes, int files, Duration phase) throws IOException {
        this.out = out;
        this.phase = phase;
        List<String> command = new ArrayList<>();
        if (Files.isExecutable(TASKSET)) {
            command.addAll(List.of(TASKSET.toString(), "-c", "0"));
        } else {
            out.println("no taskset here: the coordinator may use all cores");
        }
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx1536m",
                "-cp",
                System.getProperty("java.class.path"),
                LoadedCoordinator.class.getName(),
                Integer.toString(nodes)));
        server = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        answers = new BufferedReader(new InputStreamReader(server.getInputStream(), StandardCharsets.UTF_8));
        swarm = new Swarm(Integer.parseInt(answer()), nodes, files);
    }

    public static void main(String[] arguments) throws IOException, InterruptedException {
        int nodes = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 2_000;
        int blocks = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 1_000_000;
        Duration phase = Duration.ofSeconds(arguments.length > 2 ? Long.parseLong(arguments[2]) : 60);
        try (ServiceCost cost = new ServiceCost(System.out, nodes, blocks / MadeUpFiles.BLOCKS, phase)) {
            cost.run(blocks);
        }
    }

    private void run(int blocks) throws IOException, InterruptedException {
        swarm.start();
        Thread.sleep(Duration.ofSeconds(5).toMillis());
        long start = System.nanoTime();
        long cpu = cpuNanos();
        swarm.applications.hint();
        out.printf(
                "hinted %d blocks in %.1f s, %.1f s of a core%n",
                blocks, (System.nanoTime() - start) / 1e9, (cpuNanos() - cpu) / 1e9);
        measure("blocks come in");
        long came = swarm.resident();
        swarm.blocksTake(50_000);
        long end = System.nanoTime() + LONGEST.toNanos();
        while (swarm.resident() < blocks && System.nanoTime() < end) {
            Thread.sleep(Duration.ofSeconds(2).toMillis());
        }
        long resident = swarm.resident();
        out.printf("%d blocks had come in; now %d of %d are there%n", came, resident, blocks);
        swarm.reports.take();
        Thread.sleep(Duration.ofSeconds(5).toMillis());
        measure("nothing changes");
        server.getOutputStream().write("memory\n".getBytes(StandardCharsets.UTF_8));
        server.getOutputStream().flush();
        out.printf(
                "heap in use after a collection %d MiB, resident set %s%n",
                Long.parseLong(answer()) >> 20, residentSet());
    }

    private void measure(String what) throws InterruptedException {
        swarm.reports.take();
        swarm.applications.takeWatcherBytes();
        long events = swarm.applications.events();
        long cpu = cpuNanos();
        long start = System.nanoTime();
        Thread.sleep(phase.toMillis());
        double seconds = (System.nanoTime() - start) / 1e9;
        double share = (cpuNanos() - cpu) / 1e9 / seconds;
        Reports.Summary reports = swarm.reports.take();
        out.printf(
                "%s: %.1f%% of a core, %.0f reports/s answered (%d left out) after %.1f ms in the median, %.1f ms at the 99th "
                        + "percentile, %.0f ms at most; %.1f KB/s of messages in all%n",
                what,
                100 * share,
                reports.count() / seconds,
                reports.leftOut(),
                reports.medianMillis(),
                reports.p99Millis(),
                reports.mostMillis(),
                reports.bytes() / seconds / 1e3);
        out.printf(
                "    the application that watches %d blocks: %.2f KB/s of messages, %.1f changes/s%n",
                PlayedApplications.FILES_EACH * MadeUpFiles.BLOCKS,
                swarm.applications.takeWatcherBytes() / seconds / 1e3,
                (swarm.applications.events() - events) / seconds);
    }

    private String answer() throws IOException {
        String line = answers.readLine();
        if (line == null) {
            throw new IOException("the coordinator's process ended");
        }
        return line;
    }

    /** Processor time of all threads of the coordinator's process, with those of its JVM. */
    private long cpuNanos() {
        return server.info().totalCpuDuration().orElseThrow().toNanos();
    }

    private String residentSet() throws IOException {
        return Files.readAllLines(Path.of("/proc", Long.toString(server.pid()), "status")).stream()
                .filter(line -> line.startsWith("VmRSS:"))
                .findFirst()
                .map(line -> line.replaceAll("\\s+", " ").substring(7))
                .orElse("unknown");
    }

    @Override
    public void close() {
        swarm.close();
        server.destroy();
    }
}
