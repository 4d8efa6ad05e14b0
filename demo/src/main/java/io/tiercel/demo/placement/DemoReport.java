package io.tiercel.demo.placement;

import java.util.List;
import java.util.Map;

/**
 * All that the demo says; {@code report.json} is this record, and {@code report.html} shows it.
 *
 * @param title what was run, in one line
 * @param started ISO instant
 * @param minutes the whole demo took
 * @param settings name to value, in the order in which to show them
 * @param versions of what took part, likewise
 * @param identical whether every trial returned what the baseline returned
 * @param differences where not, one line each
 * @param overall all jobs together, by policy
 * @param jobs each job, by policy
 * @param trials everything that was measured
 * @param notes what a reader must know to judge the figures
 */
public record DemoReport(
        String title,
        String started,
        double minutes,
        Map<String, String> settings,
        Map<String, String> versions,
        boolean identical,
        List<String> differences,
        List<PolicyOutcome> overall,
        List<JobComparison> jobs,
        List<PlacementTrial> trials,
        List<String> notes) {
    /**
     * One job under all policies.
     *
     * @param job its id
     * @param title what it does
     */
    public record JobComparison(String job, String title, List<PolicyOutcome> policies) {
        public JobComparison {
            policies = List.copyOf(policies);
        }
    }
}
