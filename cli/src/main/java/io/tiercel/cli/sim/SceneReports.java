package io.tiercel.cli.sim;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.tiercel.cli.CommandFailure;
import io.tiercel.record.ReadPlace;
import io.tiercel.sim.scenario.Units;
import io.tiercel.sim.validation.MeasuredRun;
import io.tiercel.sim.validation.MeasuredScene;
import io.tiercel.sim.validation.Testbed;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the {@code report.json} of {@code tiercel demo}. */
final class SceneReports {
    /** As settings are shown: {@code 4 MiB/s}, {@code 3, all on HDD}. */
    private static final Pattern SIZE = Pattern.compile("([0-9.]+ (?:B|KiB|MiB|GiB))(?:/s)?");

    private static final Pattern FIRST = Pattern.compile("([0-9]+).*");
    private static final Pattern PAIR = Pattern.compile("([0-9]+), ([0-9]+)");
    private static final String PAGE_CACHE = "page cache per node, ";

    private final JsonFields report;
    private final JsonFields settings;
    private final String scene;

    private SceneReports(JsonFields report) {
        this.report = report;
        this.settings = report.object("settings");
        this.scene = report.has("scene") ? report.text("scene") : "placement"; // whose report names none
    }

    static MeasuredScene read(Path file) {
        try {
            return new SceneReports(new JsonFields(file.toString(), JsonTree.object(file))).scene();
        } catch (JsonProcessingException e) {
            throw new CommandFailure("REPORT: " + file + ":" + e.getLocation().getLineNr() + ": expected JSON: "
                    + e.getOriginalMessage());
        } catch (IOException e) {
            throw new CommandFailure("REPORT: cannot read " + file + ": " + FileErrors.of(e));
        }
    }

    private MeasuredScene scene() {
        List<MeasuredRun> runs = new ArrayList<>();
        List<JsonFields> trials = trials();
        // What was read into memory first has been served twice.
        long leastServed = trials.stream().mapToLong(SceneReports::served).min().orElse(0);
        for (JsonFields trial : trials) {
            try {
                runs.add(run(trial, scene.equals("lead-time") ? leastServed : served(trial)));
            } catch (IllegalArgumentException e) {
                throw new CommandFailure(trial.place() + ": " + e.getMessage());
            }
        }
        if (runs.isEmpty()) {
            throw new CommandFailure(report.place() + ": trials: expected some with tiers, by which tasks read, found"
                    + " none; scene " + scene);
        }
        try {
            return new MeasuredScene(scene, testbed(), pageCaches(), runs);
        } catch (IllegalArgumentException e) {
            throw new CommandFailure(settings.place() + ": " + e.getMessage());
        }
    }

    /** Those that count; a round before the first only teaches models. */
    private List<JsonFields> trials() {
        return report.objects("trials").stream()
                .filter(trial -> trial.number("round") > 0 && trial.has("tiers"))
                .toList();
    }

    private static long memory(JsonFields trial) {
        return trial.object("servedBytes").whole("PAGE_CACHE", 0);
    }

    private static long served(JsonFields trial) {
        JsonFields devices = trial.object("servedBytes");
        return memory(trial) + devices.whole("SSD", 0) + devices.whole("HDD", 0);
    }

    private Testbed testbed() {
        Matcher nodes = matching("nodes, racks", PAIR, "two numbers");
        boolean onSsd = settings.text("replication").contains("SSD");
        return new Testbed(
                Integer.parseInt(nodes.group(1)),
                Integer.parseInt(nodes.group(2)),
                first("task slots per node"),
                onSsd ? size("SSD, per node") : 0,
                size("HDD, per node"),
                first("replication"),
                (long) size("block size"),
                Integer.parseInt(report.object("versions").text("processors")));
    }

    private int first(String name) {
        return Integer.parseInt(matching(name, FIRST, "a number").group(1));
    }

    private double size(String name) {
        String expected = "a size, as '4 MiB/s'";
        return Units.size(matching(name, SIZE, expected).group(1)).orElseThrow(() -> unlike(name, expected));
    }

    private Matcher matching(String name, Pattern pattern, String expected) {
        Matcher matcher = pattern.matcher(settings.text(name));
        if (!matcher.matches()) {
            throw unlike(name, expected);
        }
        return matcher;
    }

    private CommandFailure unlike(String name, String expected) {
        return settings.failure(name, "expected " + expected + ", got '" + settings.text(name) + "'");
    }

    private Map<String, Long> pageCaches() {
        Map<String, Long> caches = new LinkedHashMap<>();
        for (Object name : settings.fields().keySet()) {
            String text = name.toString();
            if (text.startsWith(PAGE_CACHE)) {
                caches.put(text.substring(PAGE_CACHE.length()), (long) size(text));
            }
        }
        return caches;
    }

    /** @param served bytes of input, where the trial itself does not say it */
    private MeasuredRun run(JsonFields trial, long served) {
        JsonFields tiers = trial.object("tiers");
        Map<ReadPlace, Long> places = new EnumMap<>(ReadPlace.class);
        for (ReadPlace place : ReadPlace.values()) {
            places.put(place, tiers.object("happened").whole(place.name(), 0));
        }
        double lead = trial.number("leadSeconds", 0);
        // In this scene a job's time begins with its submission.
        double seconds = trial.number("seconds") - (scene.equals("prefetch") ? lead : 0);
        return new MeasuredRun(
                trial.has("treatment") ? trial.text("treatment") : trial.text("policy"),
                job(trial),
                lead,
                seconds,
                (int) tasks(places, tiers),
                trial.whole("inputBytes", served),
                memory(trial),
                places);
    }

    /** Those of the first stages: later ones read what these have kept. */
    private static long tasks(Map<ReadPlace, Long> places, JsonFields tiers) {
        long kept = places.getOrDefault(ReadPlace.PROCESS, 0L);
        return kept == 0
                ? tiers.whole("tasks", 0)
                : places.getOrDefault(ReadPlace.MEMORY, 0L)
                        + places.getOrDefault(ReadPlace.SSD, 0L)
                        + places.getOrDefault(ReadPlace.HDD, 0L)
                        + places.getOrDefault(ReadPlace.RACK, 0L);
    }

    private static String job(JsonFields trial) {
        if (trial.has("job")) {
            return trial.text("job");
        }
        return trial.has("fit")
                ? trial.text("fit") + (trial.flag("second") ? ", second" : ", first")
                : "lead " + trial.text("lead");
    }
}
