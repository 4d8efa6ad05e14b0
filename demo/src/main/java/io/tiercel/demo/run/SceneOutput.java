package io.tiercel.demo.run;

import io.tiercel.demo.report.ReportClaim;
import io.tiercel.demo.report.ReportFiles;
import io.tiercel.demo.report.ReportTable;
import io.tiercel.demo.report.SceneReport;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;

/** Tells what came of a scene. */
public final class SceneOutput {
    private SceneOutput() {}

    /** Prints the report's tables and verdicts, and writes its files. */
    public static void show(SceneReport report, Path directory, PrintStream out) throws IOException {
        out.println();
        for (ReportTable figures : report.tables()) {
            out.println(figures.title());
            figures.lines().forEach(out::println);
            out.println();
        }
        for (ReportClaim verdict : report.verdicts()) {
            out.printf(
                    "%s: %s: %s. %s%n",
                    verdict.holds() ? "SHOWN" : "NOT SHOWN", verdict.claim(), verdict.figure(), verdict.measured());
        }
        ReportFiles.write(report, directory).forEach(file -> out.println("Written: " + file));
    }
}
