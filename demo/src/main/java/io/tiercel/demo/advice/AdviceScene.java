package io.tiercel.demo.advice;

import io.tiercel.cli.text.ProgressDisplay;
import io.tiercel.client.TiercelClient;
import io.tiercel.demo.advice.AdviceReport.AdviceTrial;
import io.tiercel.demo.advice.PrintedAdvice.PrintedStep;
import io.tiercel.demo.cluster.Await;
import io.tiercel.demo.cluster.DemoCluster;
import io.tiercel.demo.cluster.DemoSettings;
import io.tiercel.demo.cluster.MemoryTierConfig;
import io.tiercel.demo.cluster.SceneData;
import io.tiercel.demo.data.TpchDataset.Content;
import io.tiercel.demo.report.SceneReport.ReportBuilder;
import io.tiercel.demo.run.RunOrder;
import io.tiercel.demo.run.SparkScene;
import io.tiercel.demo.sharedstorage.LinkSettings;
import io.tiercel.demo.sharedstorage.SharedStorage;
import io.tiercel.model.ByteSize;
import io.tiercel.protocol.DeviceState;
import io.tiercel.testkit.ClusterBuilder;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Three applications under stock Spark with event logs. Then, for each means that {@code tiercel advise} names, the same with exactly the
 * lines that it prints.
 */
public final class AdviceScene extends SparkScene {
    private static final LinkSettings LINK = new LinkSettings(ByteSize.of("8m"), Duration.ZERO);

    public AdviceScene(DemoSettings settings, PrintStream out) {
        super(
                settings,
                out,
                // As in users' clusters, agents measure their devices; here at once.
                MemoryTierConfig.onDefaultPort(settings.size().bytes())
                        .key("tiercel.agent.curve", "true")
                        .key("tiercel.agent.curve.share", "1"));
    }

    @Override
    protected ClusterBuilder options(ClusterBuilder cluster) {
        return cluster;
    }

    @Override
    protected ReportBuilder measure(DemoCluster demo, Path records) throws IOException, InterruptedException {
        SceneData data = SceneData.write(demo, settings, "/tables", Content.TEXT_AND_PARQUET, 1, out);
        Path directory = Files.createDirectories(demo.cluster().workDir().resolve("advice"));
        StatedTiers stated = new StatedTiers(settings);
        EventLogs logs = new EventLogs(
                Files.createTempDirectory(records.getParent(), "event-logs-"),
                stated.options(),
                TiercelShell.in(directory));
        List<AdviceTrial> trials = new ArrayList<>();
        try (SharedStorage storage = SharedStorage.start(directory.resolve("objects"), LINK)) {
            storage.put(demo.cluster().fileSystem(), List.of(data.lines()), out);
            awaitCurves(demo);
            try (ProgressDisplay progress =
                            ProgressDisplay.of(out, "Running", " applications", settings.rounds() * AdvisedRuns.RUNS);
                    AdvisedRuns runs = new AdvisedRuns(
                            demo.cluster(),
                            memory,
                            new AdvisedInput(data, storage, settings.blockSize().bytes()),
                            directory,
                            logs,
                            load,
                            progress)) {
                for (int round = 1; round <= settings.rounds(); round++) {
                    for (AdvisedApplication application :
                            RunOrder.order(Arrays.asList(AdvisedApplication.values()), round, settings.seed())) {
                        trials.addAll(play(runs, logs, application, round));
                    }
                }
            }
        }
        return new AdviceReport(settings, LINK, stated, logs.bounds(settings.rounds()), trials).report();
    }

    /** Agents measure devices by cold blocks. A device with too few of them stays without a curve, as in the smallest runs. */
    private void awaitCurves(DemoCluster demo) {
        demo.cluster().evictPageCache();
        try (TiercelClient client = memory.client()) {
            long devices = 2L * settings.nodes();
            if (!settings.quick()) {
                Await.until(
                        () -> Await.given(client.status()).getAgentsList().stream()
                                        .flatMap(agent -> agent.getDevicesList().stream())
                                        .filter(DeviceState::hasCurve)
                                        .count()
                                >= devices,
                        "not all of " + devices + " devices were measured");
            }
        }
    }

    /**
     * Stock runs first and last. The first log of the first round tells which lines to add. Placement runs twice if prefetching is
     * compared with it. The difference between equal runs tells which gains can be measured.
     */
    private List<AdviceTrial> play(AdvisedRuns runs, EventLogs logs, AdvisedApplication application, int round)
            throws IOException, InterruptedException {
        List<AdviceTrial> trials = new ArrayList<>();
        trials.add(runs.stock(application, round, logs.stock(round)));
        Map<String, PrintedStep> steps = logs.ofStock(1).of(application).steps();
        List<String> treatments = new ArrayList<>(steps.keySet());
        steps.keySet().stream()
                .map(AdviceReport::without)
                .distinct()
                .filter(steps::containsKey)
                .forEach(treatments::add);
        for (String means : RunOrder.order(treatments, round, settings.seed())) {
            trials.addAll(runs.with(application, means, steps.get(means), round));
        }
        trials.add(runs.stock(application, round, logs.of(application, AdvisedRuns.STOCK, round)));
        return trials;
    }
}
