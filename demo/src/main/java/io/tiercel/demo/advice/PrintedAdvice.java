package io.tiercel.demo.advice;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tiercel.cli.CommandFailure;
import io.tiercel.cli.ExitCodes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;

/**
 * The output of {@code tiercel advise --json} for a directory of event logs.
 *
 * @param applications by their names in Spark
 */
record PrintedAdvice(Map<String, PrintedApplication> applications) {
    /**
     * One application.
     *
     * @param seconds that it ran
     * @param steps by means, in the order in which they are printed
     */
    record PrintedApplication(double seconds, Map<String, PrintedStep> steps) {}

    /**
     * One means that the application would gain from.
     *
     * @param configuration as {@code key=value}
     * @param commands for a shell
     */
    record PrintedStep(Bounds bounds, List<String> configuration, List<String> commands) {}

    /** Seconds that the application would gain. */
    record Bounds(double least, double most) {}

    /**
     * Has the command read logs.
     *
     * @param options such as {@code --tiers}, with their values
     */
    static PrintedAdvice of(TiercelShell shell, Path logs, List<String> options)
            throws IOException, InterruptedException {
        String printed = shell.run("tiercel advise '" + logs + "' --json " + String.join(" ", options));
        Map<String, PrintedApplication> applications = new LinkedHashMap<>();
        for (JsonNode each : new ObjectMapper().readTree(printed).path("applications")) {
            applications.put(each.path("name").asText(), application(each));
        }
        return new PrintedAdvice(applications);
    }

    private static PrintedApplication application(JsonNode application) {
        Map<String, PrintedStep> steps = new LinkedHashMap<>();
        for (JsonNode step : application.path("steps")) {
            String means = step.path("means").asText();
            JsonNode bounds = application.path("means").path(means);
            steps.put(
                    means,
                    new PrintedStep(
                            new Bounds(
                                    bounds.path("atLeastSeconds").asDouble(),
                                    bounds.path("atMostSeconds").asDouble()),
                            texts(step.path("configuration")),
                            texts(step.path("commands"))));
        }
        return new PrintedApplication(application.path("seconds").asDouble(), steps);
    }

    private static List<String> texts(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false)
                .map(JsonNode::asText)
                .toList();
    }

    /**
     * The part about one application.
     *
     * @throws CommandFailure if it says nothing
     */
    PrintedApplication of(AdvisedApplication application) {
        PrintedApplication printed = applications.get(application.sparkName());
        if (printed == null) {
            throw new CommandFailure(
                    ExitCodes.NEGATIVE, "tiercel advise does not name the application " + application.sparkName());
        }
        return printed;
    }
}
