package io.tiercel.bench.demo.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes a report as {@code report.json} and as {@code report.html}, one page that needs no other file and no network. */
public final class ReportFiles {
    private static final String TEMPLATE = "/io/tiercel/bench/demo/report/report.html";
    private static final String CHART_LIBRARY = "/META-INF/resources/webjars/chart.js/4.5.1/dist/chart.umd.min.js";
    private static final ObjectMapper JSON = new ObjectMapper();

    private ReportFiles() {}

    public static Path writeJson(DemoReport report, Path directory) throws IOException {
        Path file = directory.resolve("report.json");
        Files.write(file, JSON.writer(SerializationFeature.INDENT_OUTPUT).writeValueAsBytes(report));
        return file;
    }

    public static Path writeHtml(DemoReport report, Path directory) throws IOException {
        return Files.writeString(directory.resolve("report.html"), html(report));
    }

    static String html(DemoReport report) throws IOException {
        return resource(TEMPLATE)
                .replace("/*{{chart.js}}*/", resource(CHART_LIBRARY).replaceAll("\n//# sourceMappingURL=.*", ""))
                // Inside a script element only '<' could end it.
                .replace("{{report.json}}", JSON.writeValueAsString(report).replace("<", "\\u003c"));
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = ReportFiles.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IOException("resource " + name + " is not on the class path");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
