package io.tiercel.demo.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.tiercel.cli.text.TextTable;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Writes a report as {@code report.json} and as {@code report.html}, one page that needs no other file and no network. */
public final class ReportFiles {
    private static final String CHART_LIBRARY = "/META-INF/resources/webjars/chart.js/4.5.1/dist/chart.umd.min.js";
    private static final ObjectMapper JSON = new ObjectMapper();

    private ReportFiles() {}

    /** Prints the report's tables and claims, and writes its files. */
    public static void show(SceneReport report, Path directory, PrintStream out) throws IOException {
        out.println();
        for (ReportTable table : report.tables()) {
            out.println(table.title());
            TextTable text = new TextTable(1, table.columns().toArray(String[]::new));
            table.rows().forEach(text::row);
            text.lines().forEach(out::println);
            out.println();
        }
        for (ReportClaim claim : report.claims()) {
            out.printf("%s: %s: %s. %s%n", claim.verdict(), claim.claim(), claim.figure(), claim.details());
        }
        report.warnings().forEach(warning -> out.println("WARNING: " + warning));
        write(report, directory).forEach(file -> out.println("Written: " + file));
        Path records = directory.resolve("records");
        if (Files.isDirectory(records)) {
            out.println("Ask why: bin/tiercel replay --check " + records.resolve("decisions-*.jsonl"));
        }
    }

    static List<Path> write(SceneReport report, Path directory) throws IOException {
        Path json = directory.resolve("report.json");
        Files.write(json, JSON.writer(SerializationFeature.INDENT_OUTPUT).writeValueAsBytes(report));
        return List.of(json, Files.writeString(directory.resolve("report.html"), html(report)));
    }

    private static String html(SceneReport report) throws JsonProcessingException {
        return resource("report.html")
                .replace("/*{{report.css}}*/", resource("report.css"))
                .replace("/*{{charts.js}}*/", resource("charts.js"))
                .replace("/*{{chart.js}}*/", resource(CHART_LIBRARY).replaceAll("\n//# sourceMappingURL=.*", ""))
                // Inside a script element only '<' could end it.
                .replace("{{report.json}}", JSON.writeValueAsString(report).replace("<", "\\u003c"));
    }

    /** The text of a resource of this package, or of one named from the root on. */
    static String resource(String name) {
        try (InputStream in = ReportFiles.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IOException("resource " + name + " is not on the class path");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
