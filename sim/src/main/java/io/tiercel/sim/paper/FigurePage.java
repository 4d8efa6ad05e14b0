package io.tiercel.sim.paper;

import io.tiercel.sim.paper.FigureResult.Series;
import io.tiercel.sim.paper.FigureResult.Value;
import java.util.List;

/** Findings as one page: for each a chart of bars with the paper's values marked on them, the values as a table, and the notes. */
public final class FigurePage {
    private static final String HEAD =
            """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>%s</title>
            <style>
            body { font: 15px/1.5 system-ui, sans-serif; color: #222; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
            h2 { margin-top: 3rem; font-size: 1.15rem; }
            svg { width: 100%; height: auto; }
            svg text { font: 11px system-ui, sans-serif; fill: #444; }
            table { border-collapse: collapse; font-size: 13px; margin: 1rem 0; }
            th, td { padding: .2rem .7rem; text-align: right; border-bottom: 1px solid #ddd; }
            th:first-child { text-align: left; }
            td.off { color: #b3261e; font-weight: 600; }
            .scroll { overflow-x: auto; }
            </style>
            </head>
            <body>
            """;
    private static final String TOP =
            """
            <h1>The papers' experiments, simulated</h1>
            <p>Bars are ours; a black mark is what the paper reports, from where to where it does. A value in red is not within the tolerance.</p>
            """;

    private FigurePage() {}

    /** What every page of ours begins with: title and style, up to the beginning of the body. */
    public static String head(String title) {
        return HEAD.replace("%s", escaped(title));
    }

    /** The page. */
    public static String of(List<FigureResult> all) {
        StringBuilder page = new StringBuilder(head("Tiercel: papers' experiments, simulated")).append(TOP);
        all.forEach(findings -> section(page, findings));
        return page.append("</body>\n</html>\n").toString();
    }

    private static void section(StringBuilder page, FigureResult findings) {
        page.append("<h2>").append(escaped(findings.title())).append("</h2>\n<p>In ");
        page.append(escaped(findings.unit())).append(". ");
        page.append(findings.agreeing()).append(" of the ").append(findings.reported());
        page.append(" values that the paper reports come out within ").append(FigureText.number(findings.tolerance()));
        page.append(".</p>\n");
        page.append(BarChart.of(findings));
        table(page, findings);
        page.append("<ul>\n");
        findings.notes()
                .forEach(note -> page.append("<li>").append(escaped(note)).append("</li>\n"));
        page.append("</ul>\n");
    }

    private static void table(StringBuilder page, FigureResult findings) {
        page.append("<div class=\"scroll\"><table>\n<tr><th></th>");
        findings.columns()
                .forEach(column -> page.append("<th>").append(escaped(column)).append("</th>"));
        page.append("</tr>\n");
        for (Series series : findings.series()) {
            page.append("<tr><th>").append(escaped(series.name())).append("</th>");
            for (Value value : series.values()) {
                page.append(findings.agrees(value) ? "<td>" : "<td class=\"off\">");
                page.append(FigureText.number(value.ours()));
                value.paper().ifPresent(range -> page.append(" (")
                        .append(escaped(range.toString()))
                        .append(')'));
                page.append("</td>");
            }
            page.append("</tr>\n");
        }
        page.append("</table></div>\n");
    }

    /** Text as it may stand in a page. */
    public static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
