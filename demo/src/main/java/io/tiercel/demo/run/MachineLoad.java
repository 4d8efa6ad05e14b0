package io.tiercel.demo.run;

import static io.tiercel.demo.report.ReportText.percent;

import io.tiercel.demo.report.ReportTable;
import io.tiercel.demo.report.SceneReport.ReportBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The share of the processors that other programs keep busy while jobs run: their load decides times as much as a policy does. */
public final class MachineLoad {
    /** From this share on, a report warns. */
    private static final double BUSY = 0.25;

    /** The kernel's clock ticks in a second, on every platform of the JDK. */
    private static final double TICKS = 100;

    /** Processor seconds by application: what there was, and what other programs took of it. */
    private final Map<String, Usage> applications = new LinkedHashMap<>();

    private Sample before = new Sample(0, 0, 0);

    record Usage(double all, double others) {
        Usage plus(Usage more) {
            return new Usage(all + more.all, others + more.others);
        }

        /** Not a number if the kernel does not tell. */
        double share() {
            return others / all;
        }
    }

    /**
     * Processor seconds since the machine and its processes started.
     *
     * @param ours of this process and its descendants, those that have ended included. The kernel adds the time of an ended process to its
     *     parent. A process that outlives its parent counts as another program.
     */
    record Sample(double all, double busy, double ours) {
        static Sample now() {
            double ours = Stream.concat(
                            Stream.of(ProcessHandle.current()),
                            ProcessHandle.current().descendants())
                    .mapToDouble(
                            process -> secondsOf(firstLine(Path.of("/proc", Long.toString(process.pid()), "stat"))))
                    .sum();
            return of(firstLine(Path.of("/proc/stat")), ours);
        }

        /** Empty if the kernel does not tell, or the process has ended meanwhile. */
        private static String firstLine(Path file) {
            try (Stream<String> lines = Files.lines(file, StandardCharsets.ISO_8859_1)) {
                return lines.findFirst().orElse("");
            } catch (IOException | UncheckedIOException e) {
                return "";
            }
        }

        /**
         * Processor seconds of a process and of its children that have ended.
         *
         * @param line {@code /proc/<pid>/stat}: after the name in parentheses the state is field 3, and utime, stime, cutime and cstime are
         *     fields 14 to 17
         */
        static double secondsOf(String line) {
            return Stream.of(line.substring(line.lastIndexOf(')') + 1).strip().split(" "))
                            .skip(11)
                            .limit(4)
                            .mapToLong(Long::parseLong)
                            .sum()
                    / TICKS;
        }

        /** @param line the first one of {@code /proc/stat}: user, nice, system, idle, iowait, irq, softirq, steal */
        static Sample of(String line, double ours) {
            List<Long> ticks = Stream.of(line.split(" +"))
                    .skip(1)
                    .limit(8)
                    .map(Long::valueOf)
                    .toList();
            double all = ticks.stream().mapToLong(Long::longValue).sum() / TICKS;
            return new Sample(all, ticks.isEmpty() ? 0 : all - (ticks.get(3) + ticks.get(4)) / TICKS, ours);
        }

        Usage since(Sample earlier) {
            return new Usage(all - earlier.all, Math.max(0, busy - earlier.busy - (ours - earlier.ours)));
        }
    }

    public synchronized void begin() {
        before = Sample.now();
    }

    /** Counts the time since the last {@link #begin} for an application. */
    public synchronized void end(String application) {
        add(application, Sample.now().since(before));
    }

    synchronized void add(String application, Usage usage) {
        applications.merge(application, usage, Usage::plus);
    }

    /** Reports the load during each application, and warns of a busy machine. */
    public synchronized ReportBuilder in(ReportBuilder report) {
        report.table(ReportTable.of(
                        "Load of the machine",
                        "The share of the processors that other programs kept busy while an application's jobs ran."
                                + " A quiet machine has a few percent.",
                        List.copyOf(applications.entrySet()))
                .column("application", Map.Entry::getKey)
                .column("other programs", each -> percent(each.getValue().share()))
                .build());
        double most =
                applications.values().stream().mapToDouble(Usage::share).max().orElse(0);
        if (most >= BUSY) {
            report.warnings(List.of("Other programs kept up to " + percent(most)
                    + " of the processors busy, so times say little. Play the scene again on a quiet machine."));
        }
        return report;
    }
}
