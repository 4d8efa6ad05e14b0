package io.tiercel.bench.demo.world;

import io.tiercel.bench.demo.report.Figures;
import io.tiercel.bench.demo.report.ReportFiles;
import io.tiercel.bench.demo.report.SceneReport;
import io.tiercel.bench.demo.report.Verdict;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;

/** Tells what came of a scene. */
public final class SceneOutput {
    private SceneOutput() {}

    /** Prints the report's tables and verdicts, and writes its files. */
    public static void show(SceneReport report, Path directory, PrintStream out) throws IOException {
        out.println();
        for (Figures figures : report.tables()) {
            out.println(figures.title());
            figures.lines().forEach(out::println);
            out.println();
        }
        for (Verdict verdict : report.verdicts()) {
            out.printf(
                    "%s: %s: %s. %s%n",
                    verdict.holds() ? "SHOWN" : "NOT SHOWN", verdict.claim(), verdict.figure(), verdict.measured());
        }
        ReportFiles.write(report, directory).forEach(file -> out.println("Written: " + file));
    }
}
