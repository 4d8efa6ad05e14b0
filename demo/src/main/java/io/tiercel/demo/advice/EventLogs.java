package io.tiercel.demo.advice;

import io.tiercel.demo.advice.PrintedAdvice.Bounds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The directories of event logs. One for each round has the first run of each application under stock, of which advise is asked. Every
 * other one is for an application and a treatment; runs that are repeated share it.
 *
 * @param options for {@code tiercel advise}
 */
record EventLogs(Path root, List<String> options, TiercelShell shell) {
    private static final String STOCK = "stock-";

    /** Makes the directory of a round's first runs under stock. */
    Path stock(int round) throws IOException {
        return Files.createDirectories(root.resolve(STOCK + round));
    }

    /** Makes the directory of an application's other runs in a round. */
    Path of(AdvisedApplication application, String treatment, int round) throws IOException {
        return Files.createDirectories(root.resolve(application.id() + "-" + treatment + "-" + round));
    }

    /** The advice on a round's first runs under stock. */
    PrintedAdvice ofStock(int round) throws IOException, InterruptedException {
        return PrintedAdvice.of(shell, stock(round), options);
    }

    /** Seconds that an application ran, by the advice on the log of its latest run in this directory. */
    double seconds(Path directory, AdvisedApplication application) throws IOException, InterruptedException {
        return PrintedAdvice.of(shell, directory, options).of(application).seconds();
    }

    /** The bounds of each application by means, one for each round whose advice names the means. */
    Map<AdvisedApplication, Map<String, List<Bounds>>> bounds(int rounds) throws IOException, InterruptedException {
        Map<AdvisedApplication, Map<String, List<Bounds>>> all = new LinkedHashMap<>();
        for (int round = 1; round <= rounds; round++) {
            PrintedAdvice advice = ofStock(round);
            for (AdvisedApplication application : AdvisedApplication.values()) {
                Map<String, List<Bounds>> bounds = all.computeIfAbsent(application, any -> new LinkedHashMap<>());
                advice.of(application).steps().forEach((means, step) -> bounds.computeIfAbsent(
                                means, any -> new ArrayList<>())
                        .add(step.bounds()));
            }
        }
        return all;
    }
}
