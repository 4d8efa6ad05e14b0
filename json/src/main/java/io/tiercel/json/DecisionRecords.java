package io.tiercel.json;

import io.tiercel.model.Tier;
import io.tiercel.record.DecisionRecord;
import io.tiercel.record.Penalties;
import io.tiercel.record.RecordedRound;
import io.tiercel.record.RecordedTask;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * Decision records as JSON: {@code racks}, {@code slots}, {@code c1}, {@code c2}, {@code c0}, {@code tasks} as DESIGN.md has
 * them; beside them {@code scale} (how many of the record's cost units make one score; 1 if absent) and {@code tiers},
 * parallel to {@code tasks} (a tier's name, or {@code PROCESS}). Further keys are for people; a reader passes over them.
 */
public final class DecisionRecords {
    /** How {@code tiers} names an input in the process itself. */
    static final String PROCESS = "PROCESS";

    private static final String TASKS =
            "tasks: an array that holds an array of [node, score] for each task, as [[[0, 1], [2, 20]], []]";

    private DecisionRecords() {}

    /** One line, without its end. */
    public static String line(DecisionRecord record) {
        return DecisionRecordWriter.line(record);
    }

    /**
     * The round that a record describes.
     *
     * @throws MalformedRecordException if {@code text} is not one decision record
     */
    public static RecordedRound parse(String text) throws MalformedRecordException {
        Parts parts = new Parts();
        return RecordFields.read(text, parts::field, parts::round);
    }

    /** The keys that were met. */
    private static final class Parts {
        private int @Nullable [] racks;
        private int @Nullable [] slots;
        private OptionalDouble c1 = OptionalDouble.empty();
        private OptionalDouble c2 = OptionalDouble.empty();
        private OptionalDouble c0 = OptionalDouble.empty();
        private int scale = 1;
        private @Nullable List<TaskLocations> tasks;
        private @Nullable List<List<@Nullable Tier>> tiers;

        void field(String name, JsonCursor json) throws IOException, MalformedRecordException {
            switch (name) {
                case RecordVersion.KEY -> RecordVersion.check(json.integer("version: a whole number"));
                case "racks" -> racks = json.ints("racks: an array of rack numbers");
                case "slots" -> slots = json.ints("slots: an array of slot counts");
                case "c1" -> c1 = OptionalDouble.of(json.number("c1: a number"));
                case "c2" -> c2 = OptionalDouble.of(json.number("c2: a number"));
                case "c0" -> c0 = OptionalDouble.of(json.number("c0: a number"));
                case "scale" -> scale = json.integer("scale: a whole number");
                case "tasks" -> tasks = json.list(TASKS, TaskLocations::read);
                case "tiers" -> tiers = json.list("tiers: an array of arrays of tiers", Parts::tiers);
                default -> json.skip();
            }
        }

        private static List<@Nullable Tier> tiers(JsonCursor json) throws IOException, MalformedRecordException {
            return json.list("tiers: an array of tiers for each task", Parts::tier);
        }

        private static @Nullable Tier tier(JsonCursor json) throws IOException, MalformedRecordException {
            String expected = "tiers: PROCESS, MEMORY, SSD, HDD or REMOTE";
            String name = json.text(expected).toUpperCase(Locale.ROOT);
            if (name.equals(PROCESS)) {
                return null;
            }
            for (Tier tier : Tier.values()) {
                if (tier.name().equals(name)) {
                    return tier;
                }
            }
            throw json.unexpected(expected);
        }

        RecordedRound round() {
            double elsewhere = RecordFields.present("c2", c2);
            return new RecordedRound(
                    RecordFields.present("racks", racks),
                    RecordFields.present("slots", slots),
                    new Penalties(RecordFields.present("c1", c1), elsewhere, c0.orElse(elsewhere)),
                    scale,
                    recordedTasks(RecordFields.present("tasks", tasks)));
        }

        private List<RecordedTask> recordedTasks(List<TaskLocations> locations) {
            if (tiers != null && tiers.size() != locations.size()) {
                throw new IllegalArgumentException(
                        "tiers: expected one array for each task (" + locations.size() + "), got " + tiers.size());
            }
            List<RecordedTask> recorded = new ArrayList<>(locations.size());
            for (int t = 0; t < locations.size(); t++) {
                recorded.add(locations.get(t).task(t, tiers == null ? null : tiers.get(t)));
            }
            return recorded;
        }
    }
}
