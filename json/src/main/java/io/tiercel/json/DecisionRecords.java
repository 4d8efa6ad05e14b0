package io.tiercel.json;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tiercel.model.Tier;
import io.tiercel.record.DecisionRecord;
import io.tiercel.record.RecordedRound;
import io.tiercel.record.RecordedRound.Penalties;
import io.tiercel.record.RecordedTask;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Decision records as JSON: {@code racks}, {@code slots}, {@code c1}, {@code c2}, {@code c0}, {@code tasks} as docs/records.md has
 * them; beside them {@code scale} (how many of the record's cost units make one score; 1 if absent) and {@code tiers},
 * parallel to {@code tasks} (a tier's name, or {@code PROCESS}), {@code arriving} (for each task the positions of the locations to which
 * its input is on its way), {@code policy} and {@code assignment}. Further keys are for people; a reader passes over them.
 */
public final class DecisionRecords {
    /** How {@code tiers} names an input in the process itself. */
    private static final String PROCESS = "PROCESS";

    private static final String TASKS =
            "tasks: an array that holds an array of [node, score] for each task, as [[[0, 1], [2, 20]], []]";
    private static final String PAIRS = "tasks: an array of [node, score] for each task";
    private static final String PAIR = "tasks: a location as [node, score]";
    private static final String NODE = "tasks: a node's number in [node, score]";
    private static final String SCORE = "tasks: a number as the score in [node, score]";
    private static final String ARRIVING = "arriving: an array of positions of locations for each task";
    private static final int USUAL_REPLICATION = 3;

    private DecisionRecords() {}

    /** One line, without its end: the context first, since people see the head of a long line, then the round and the decision. */
    public static String line(DecisionRecord record) {
        return JsonLine.of(json -> {
            json.writeNumberField(RecordVersion.KEY, RecordVersion.CURRENT);
            writeContext(json, record.context());
            writeRound(json, record.round());
            writeArriving(json, record.round());
            writeDecision(json, record);
        });
    }

    static void writeContext(JsonGenerator json, DecisionRecord.Context context) throws IOException {
        json.writeStringField("app", context.app());
        json.writeNumberField("stage", context.stage());
        json.writeNumberField("attempt", context.attempt());
        json.writeNumberField("time", context.timeMillis());
        JsonLine.array(json, "names", context.names(), json::writeString);
        JsonLine.array(json, "indexes", context.taskIndexes(), json::writeNumber);
    }

    private static void writeRound(JsonGenerator json, RecordedRound round) throws IOException {
        JsonLine.array(json, "racks", round.racks());
        JsonLine.array(json, "slots", round.slots());
        JsonLine.number(json, "c1", round.penalties().c1());
        JsonLine.number(json, "c2", round.penalties().c2());
        JsonLine.number(json, "c0", round.penalties().c0());
        if (round.scale() != 1) {
            json.writeNumberField("scale", round.scale());
        }
        JsonLine.array(json, "tasks", round.tasks(), task -> {
            json.writeStartArray();
            for (int i = 0; i < task.size(); i++) {
                json.writeStartArray();
                json.writeNumber(task.nodes()[i]);
                JsonLine.number(json, task.scores()[i]);
                json.writeEndArray();
            }
            json.writeEndArray();
        });
        if (round.tasks().stream().anyMatch(task -> task.tiers() != null)) {
            JsonLine.array(json, "tiers", round.tasks(), task -> {
                json.writeStartArray();
                for (Tier tier : task.tiers()) {
                    json.writeString(tier == null ? PROCESS : tier.name());
                }
                json.writeEndArray();
            });
        }
    }

    private static void writeArriving(JsonGenerator json, RecordedRound round) throws IOException {
        if (round.tasks().stream().anyMatch(task -> task.arriving() != null)) {
            JsonLine.array(json, "arriving", round.tasks(), task -> {
                boolean[] arriving = task.arriving();
                json.writeStartArray();
                for (int i = 0; arriving != null && i < arriving.length; i++) {
                    if (arriving[i]) {
                        json.writeNumber(i);
                    }
                }
                json.writeEndArray();
            });
        }
    }

    private static void writeDecision(JsonGenerator json, DecisionRecord record) throws IOException {
        var decision = record.decision();
        json.writeStringField("policy", record.policy());
        JsonLine.array(json, "assignment", decision.assignment().nodeOf());
        json.writeNumberField("matched", decision.assignment().matched());
        json.writeFieldName("cost");
        json.writeNumber(record.round().cost(decision.assignment()));
        JsonLine.array(json, "reasons", decision.reasons(), reason -> json.writeString(reason.name()));
    }

    /**
     * The round that a record describes, and how it was decided.
     *
     * @throws MalformedRecordException if {@code text} is not one decision record
     */
    public static RecordedDecision parse(String text) throws MalformedRecordException {
        Parts parts = new Parts();
        return JsonCursor.read(text, parts::field, parts::decision);
    }

    private record Locations(int[] nodes, double[] scores) {}

    /** The keys that were met. */
    private static final class Parts {
        private int @Nullable [] racks;
        private int @Nullable [] slots;
        private @Nullable Double c1;
        private @Nullable Double c2;
        private @Nullable Double c0;
        private int scale = 1;
        private @Nullable List<Locations> tasks;
        private @Nullable List<List<@Nullable Tier>> tiers;
        private @Nullable List<int[]> arriving;
        private @Nullable String policy;
        private int @Nullable [] assignment;

        void field(String name, JsonCursor json) throws IOException, MalformedRecordException {
            switch (name) {
                case RecordVersion.KEY -> RecordVersion.check(json.integer("version: a whole number"));
                case "racks" -> racks = json.ints("racks: an array of rack numbers");
                case "slots" -> slots = json.ints("slots: an array of slot counts");
                case "c1" -> c1 = json.number("c1: a number");
                case "c2" -> c2 = json.number("c2: a number");
                case "c0" -> c0 = json.number("c0: a number");
                case "scale" -> scale = json.integer("scale: a whole number");
                case "tasks" -> tasks = json.list(TASKS, Parts::locations);
                case "tiers" -> tiers = json.list("tiers: an array of arrays of tiers", Parts::tiers);
                case "arriving" -> arriving = json.list(ARRIVING, each -> each.ints(ARRIVING));
                case "policy" -> policy = json.text("policy: a policy's name");
                case "assignment" -> assignment = json.ints("assignment: an array of node numbers");
                default -> json.skip();
            }
        }

        private static Locations locations(JsonCursor json) throws IOException, MalformedRecordException {
            json.startArray(PAIRS);
            int[] nodes = new int[USUAL_REPLICATION];
            double[] scores = new double[USUAL_REPLICATION];
            int count = 0;
            while (json.nextInArray()) {
                if (count == nodes.length) {
                    nodes = Arrays.copyOf(nodes, 2 * count);
                    scores = Arrays.copyOf(scores, 2 * count);
                }
                json.startArray(PAIR);
                json.next(NODE);
                nodes[count] = json.integer(NODE);
                json.next(SCORE);
                scores[count++] = json.number(SCORE);
                json.endArray(PAIR);
            }
            return new Locations(Arrays.copyOf(nodes, count), Arrays.copyOf(scores, count));
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

        RecordedDecision decision() {
            return new RecordedDecision(round(), policy, assignment);
        }

        private RecordedRound round() {
            double elsewhere = JsonValue.present("c2", c2);
            return new RecordedRound(
                    JsonValue.present("racks", racks),
                    JsonValue.present("slots", slots),
                    new Penalties(JsonValue.present("c1", c1), elsewhere, c0 == null ? elsewhere : c0),
                    scale,
                    recordedTasks(JsonValue.present("tasks", tasks)));
        }

        private List<RecordedTask> recordedTasks(List<Locations> locations) {
            if (tiers != null && tiers.size() != locations.size()) {
                throw new IllegalArgumentException(
                        "tiers: expected one array for each task (" + locations.size() + "), got " + tiers.size());
            }
            List<RecordedTask> recorded = new ArrayList<>(locations.size());
            for (int t = 0; t < locations.size(); t++) {
                Locations read = locations.get(t);
                List<@Nullable Tier> said = tiers == null ? null : tiers.get(t);
                if (said != null && said.size() != read.nodes().length) {
                    throw new IllegalArgumentException("tiers[" + t + "]: expected one tier for each location ("
                            + read.nodes().length + "), got " + said.size());
                }
                recorded.add(new RecordedTask(
                        read.nodes(),
                        read.scores(),
                        said == null ? null : said.toArray(new @Nullable Tier[0]),
                        arriving(t, read.nodes().length, locations.size())));
            }
            return recorded;
        }

        private boolean @Nullable [] arriving(int task, int locations, int tasks) {
            if (arriving == null) {
                return null;
            }
            if (arriving.size() != tasks) {
                throw new IllegalArgumentException(
                        "arriving: expected one array for each task (" + tasks + "), got " + arriving.size());
            }
            boolean[] marks = new boolean[locations];
            for (int position : arriving.get(task)) {
                if (position < 0 || position >= locations) {
                    throw new IllegalArgumentException("arriving[" + task + "]: expected positions from 0 to "
                            + (locations - 1) + ", got " + position);
                }
                marks[position] = true;
            }
            return marks;
        }
    }
}
