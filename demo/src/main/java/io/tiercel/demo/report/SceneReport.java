package io.tiercel.demo.report;

import java.util.List;
import java.util.Map;

/**
 * What a scene has shown; its {@code report.json} is this record, and its {@code report.html} shows it.
 *
 * @param scene its name on the command line
 * @param headline the result, in one line
 * @param title what was run, in one line
 * @param started ISO instant
 * @param minutes the whole scene took
 * @param settings name to value, in the order in which to show them
 * @param versions of what took part, likewise
 * @param verdicts what it must show
 * @param charts in the order in which to show them
 * @param tables likewise
 * @param trials everything that was measured
 * @param notes what a reader must know to judge the figures
 */
public record SceneReport(
        String scene,
        String headline,
        String title,
        String started,
        double minutes,
        Map<String, String> settings,
        Map<String, String> versions,
        List<ReportClaim> verdicts,
        List<Chart> charts,
        List<ReportTable> tables,
        List<?> trials,
        List<String> notes) {}
