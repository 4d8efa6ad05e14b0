package io.tiercel.cli.advise;

import io.tiercel.cli.advise.Advice.AdvisedApplication;
import io.tiercel.cli.sim.EventLogFiles;
import io.tiercel.cli.spark.SparkHome;
import io.tiercel.cli.spark.SwitchedOff;
import io.tiercel.model.ByteSize;
import io.tiercel.sim.whatif.ApplicationGain;
import io.tiercel.sim.whatif.ApplicationGain.Obstacle;
import io.tiercel.sim.whatif.ApplicationGain.Reads;
import io.tiercel.sim.whatif.GainBounds;
import io.tiercel.sim.whatif.Means;
import io.tiercel.sim.whatif.Storage;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The words of an advice, as text and page share them. */
final class AdviceWords {
    /** A duration below the resolution of a log counts as none. */
    private static final double RESOLUTION = 0.005;

    /** The least gain that is named, of an application's time. */
    static final String VISIBLE = percent(ApplicationGain.VISIBLE);

    private static final String UNFINISHED_NOTE =
            "The log has no end: the application still runs, or was killed. It counts as far as the log goes.";

    private AdviceWords() {}

    /**
     * A column of the table of applications.
     *
     * @param isShort whether it fits into a terminal beside the others
     */
    private record Column(String head, boolean isShort, Function<ApplicationGain, String> cell) {}

    private static final List<Column> COLUMNS = columns();

    private static List<Column> columns() {
        List<Column> columns = new ArrayList<>(List.of(
                new Column("ran s", true, gain -> number(gain.facts().seconds())),
                new Column("input", true, gain -> ByteSize.text(gain.reads().bytes())),
                new Column("nodes", false, gain -> String.valueOf(gain.reads().hosts())),
                new Column(
                        "local",
                        false,
                        gain -> gain.reads().hasPlaces() ? percent(gain.reads().local()) : "-"),
                new Column(
                        "waited",
                        false,
                        gain -> gain.reads().reading() == 0
                                ? "-"
                                : percent(gain.reads().waited()))));
        for (Means means : Means.values()) {
            columns.add(new Column(
                    means.text() + " s",
                    true,
                    gain -> gain.bounds().containsKey(means)
                            ? range(gain.bounds().get(means))
                            : "-"));
        }
        columns.add(new Column("all s", false, gain -> range(gain.all())));
        columns.add(new Column(
                "all %", true, gain -> percents(gain.all(), gain.facts().seconds())));
        return columns;
    }

    static List<String> head() {
        return head(COLUMNS.stream());
    }

    /** The cells of an application's row, without its name. */
    static List<String> row(ApplicationGain gain) {
        return row(COLUMNS.stream(), gain);
    }

    /** The columns that fit into a terminal. */
    static List<String> shortHead() {
        return head(COLUMNS.stream().filter(Column::isShort));
    }

    /** The cells of these columns, without the name. */
    static List<String> shortRow(ApplicationGain gain) {
        return row(COLUMNS.stream().filter(Column::isShort), gain);
    }

    private static List<String> head(Stream<Column> columns) {
        return Stream.concat(Stream.of("application"), columns.map(Column::head))
                .toList();
    }

    private static List<String> row(Stream<Column> columns, ApplicationGain gain) {
        return columns.map(column -> column.cell().apply(gain)).toList();
    }

    /** As {@code 0-12.5}. */
    static String range(GainBounds gain) {
        return range(number(gain.least()), number(gain.most()));
    }

    /** Percent of a whole, as {@code 0-25%}. */
    static String percents(GainBounds gain, double whole) {
        return whole == 0 ? "-" : range(rounded(gain.least(), whole), rounded(gain.most(), whole)) + "%";
    }

    private static String range(String low, String high) {
        return low.equals(high) ? low : low + "-" + high;
    }

    private static String rounded(double part, double whole) {
        return String.valueOf(Math.round(100 * part / whole));
    }

    static String number(double value) {
        if (value < RESOLUTION) {
            return "0";
        }
        return String.format(Locale.ROOT, value >= 100 ? "%.0f" : value >= 10 ? "%.1f" : "%.2f", value);
    }

    static String percent(double part) {
        return Math.round(100 * part) + "%";
    }

    /** The sum over all logs, in one line. */
    static String summary(Advice advice) {
        GainBounds total = advice.total();
        int applications = advice.applications().size();
        return (applications == 1 ? "1 application" : applications + " applications") + " ran for "
                + number(advice.seconds())
                + " s in all. At least " + number(total.least()) + " s and at most " + number(total.most()) + " s ("
                + percents(total, advice.seconds()) + ") could have been saved. "
                + advice.gaining().count() + " of them could gain " + VISIBLE + " or more.";
    }

    /** Both bounds, in words. */
    static String bounds(GainBounds gain) {
        return "at least " + number(gain.least()) + " s, at most " + number(gain.most()) + " s";
    }

    /** Why an application gains nothing, from lower case on. */
    static String why(AdvisedApplication application) {
        return obstacle(application)
                + (application.gain().facts().isComplete() ? "" : ". " + UNFINISHED_NOTE)
                + (application.gain().facts().isCompacted() ? ". " + EventLogFiles.COMPACTED_NOTE : "");
    }

    private static String obstacle(AdvisedApplication application) {
        Reads reads = application.gain().reads();
        Obstacle obstacle = application.gain().obstacle().orElseThrow();
        return switch (obstacle) {
            case NO_TASKS -> "no task has ended well";
            case NO_INPUT -> "its stages read no files that Spark counts";
            case OTHER_STORAGE -> "its input lies where Tiercel serves nothing: " + examples(reads);
            case PROCESSOR ->
                "bound by the processor: tasks that read waited for " + percent(reads.waited()) + " of their time";
            case SHORT_READS ->
                "stages that read files ran for " + number(reads.seconds()) + " of "
                        + number(application.gain().facts().seconds()) + " s";
            case OTHER_TASKS -> "tasks that waited did not hold up their stages";
        };
    }

    private static String examples(Reads reads) {
        return reads.paths().stream().limit(2).collect(Collectors.joining(", "));
    }

    /** Notes on an application: what limits its bounds. */
    static List<String> notes(AdvisedApplication application) {
        ApplicationGain gain = application.gain();
        List<String> notes = new ArrayList<>();
        if (!gain.facts().isComplete()) {
            notes.add(UNFINISHED_NOTE);
        }
        if (gain.facts().isCompacted()) {
            notes.add(EventLogFiles.COMPACTED_NOTE);
        }
        if (gain.facts().properties().getOrDefault("spark.plugins", "").contains(SparkHome.PLUGIN)) {
            String off = SwitchedOff.by(gain.facts().properties()).stream()
                    .map(each -> each.text() + ": " + each.effect())
                    .collect(Collectors.joining("; "));
            notes.add(
                    off.isEmpty()
                            ? "It ran with Tiercel: this is what is left."
                            : "It ran with Tiercel, but " + off + ".");
        }
        if (gain.reads().unnamed() > 0) {
            notes.add("The log does not name the input of " + gain.reads().unnamed() + " of "
                    + gain.reads().reading() + " reading stages: it may lie in HDFS or on shared storage.");
        }
        if (gain.reads().storages().contains(Storage.OTHER)) {
            notes.add("A part of its input lies where Tiercel serves nothing.");
        }
        return notes;
    }

    /** Inputs that several applications read; empty if there are none. */
    static List<String> shared(Advice advice) {
        return advice.sharedInputs().entrySet().stream()
                .sorted(Map.Entry.<String, Integer>comparingByValue()
                        .reversed()
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(10)
                .map(each -> each.getKey() + " (" + each.getValue() + " applications)")
                .toList();
    }

    /** How to read the numbers. */
    static List<String> explanation() {
        return List.of(
                "At most: what the log bounds. No task saves more than the time in which it neither computed, nor"
                        + " collected garbage, nor shuffled. The log does not tell which part of that was for input.",
                "At least: what follows from what you state, if the means has its full effect. For memory from --tiers."
                        + " For placement from --even: at its input, a task would have waited per byte as long as the"
                        + " slowest 10% of the stage's local tasks. Else it is 0: the log alone does not tell.",
                "Means overlap: do not add their columns up. The gain of prefetching comes on top of that of placement,"
                        + " and its lines switch on both. Each stage is taken alone. Input from Spark's own cache counts"
                        + " as input.",
                "'tiercel sim whatif' shows the stages of one log. 'tiercel doctor' says whether your Spark and HDFS"
                        + " can be served.");
    }
}
