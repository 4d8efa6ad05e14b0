package io.tiercel.json;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tiercel.plan.LoadPlan;
import io.tiercel.plan.LoadProblem;
import io.tiercel.plan.dispatch.ReadPlan;
import io.tiercel.record.ReadPlanRecord;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Plans of a stage's reads as JSON, as docs/records.md has them. Keys that only people need are passed over. */
public final class ReadPlanRecords {
    private static final String OPTIONS =
            "options: for each task an array of [node, seconds alone, [resource, seconds], …]";
    private static final String SECONDS = "an array of seconds";
    private static final int FIRST_CAPACITY = 16;

    private ReadPlanRecords() {}

    /** One line, without its end. */
    public static String line(ReadPlanRecord record) {
        return JsonLine.of(json -> {
            json.writeNumberField(RecordVersion.KEY, RecordVersion.CURRENT);
            json.writeStringField(RecordKind.KEY, RecordKind.OF_READS);
            DecisionRecords.writeContext(json, record.context());
            JsonLine.array(json, "devices", record.devices(), json::writeString);
            write(json, record.plan());
        });
    }

    private static void write(JsonGenerator json, ReadPlan reads) throws IOException {
        LoadProblem problem = reads.problem();
        json.writeArrayFieldStart("base");
        for (int resource = 0; resource < problem.resources(); resource++) {
            JsonLine.number(json, problem.base(resource));
        }
        json.writeEndArray();
        json.writeArrayFieldStart("options");
        for (int task = 0; task < problem.tasks(); task++) {
            json.writeStartArray();
            for (int option = problem.firstOption(task); option < problem.firstOption(task + 1); option++) {
                json.writeStartArray();
                json.writeNumber(reads.nodeOf()[option]);
                JsonLine.number(json, problem.alone(option));
                for (int use = problem.firstUse(option); use < problem.firstUse(option + 1); use++) {
                    json.writeStartArray();
                    json.writeNumber(problem.resource(use));
                    JsonLine.number(json, problem.seconds(use));
                    json.writeEndArray();
                }
                json.writeEndArray();
            }
            json.writeEndArray();
        }
        json.writeEndArray();
        LoadPlan plan = reads.plan();
        json.writeArrayFieldStart("choice");
        for (int task = 0; task < problem.tasks(); task++) {
            json.writeNumber(plan.choice(task) - problem.firstOption(task));
        }
        json.writeEndArray();
        JsonLine.number(json, "seconds", plan.seconds());
        JsonLine.number(json, "fractional", plan.fractional());
        json.writeArrayFieldStart("prices");
        for (double price : plan.prices()) {
            JsonLine.number(json, price);
        }
        json.writeEndArray();
        JsonLine.number(json, "limit", plan.limit());
        JsonLine.number(json, "bound", plan.bound());
    }

    /**
     * The plan that a record describes, unchecked.
     *
     * @throws MalformedRecordException if {@code text} is not one record of a plan of reads
     */
    public static ReadPlan parse(String text) throws MalformedRecordException {
        Parts parts = new Parts();
        return JsonCursor.read(text, parts::field, parts::plan);
    }

    /** An option as it stands in the record. */
    private record Option(int node, double alone, int[] resources, double[] seconds) {}

    /** The keys that were met. */
    private static final class Parts {
        private int @Nullable [] indexes;
        private @Nullable List<String> devices;
        private double @Nullable [] base;
        private @Nullable List<List<Option>> options;
        private int @Nullable [] choice;
        private @Nullable Double seconds;
        private @Nullable Double fractional;
        private double @Nullable [] prices;
        private @Nullable Double limit;
        private @Nullable Double bound;

        void field(String name, JsonCursor json) throws IOException, MalformedRecordException {
            switch (name) {
                case RecordVersion.KEY -> RecordVersion.check(json.integer("version: a whole number"));
                case "indexes" -> indexes = json.ints("indexes: an array of task numbers");
                case "devices" ->
                    devices = json.list("devices: an array of names", device -> device.text("devices: a name"));
                case "base" -> base = json.numbers("base: " + SECONDS);
                case "options" -> options = json.list(OPTIONS, task -> task.list(OPTIONS, Parts::option));
                case "choice" -> choice = json.ints("choice: an array of option numbers");
                case "seconds" -> seconds = json.number("seconds: a number");
                case "fractional" -> fractional = json.number("fractional: a number");
                case "prices" -> prices = json.numbers("prices: an array of numbers");
                case "limit" -> limit = json.number("limit: a number");
                case "bound" -> bound = json.number("bound: a number");
                default -> json.skip();
            }
        }

        private static Option option(JsonCursor json) throws IOException, MalformedRecordException {
            json.startArray(OPTIONS);
            json.next(OPTIONS);
            int node = json.integer(OPTIONS);
            json.next(OPTIONS);
            double alone = json.number(OPTIONS);
            List<Integer> resources = new ArrayList<>(FIRST_CAPACITY);
            List<Double> seconds = new ArrayList<>(FIRST_CAPACITY);
            while (json.nextInArray()) {
                json.startArray(OPTIONS);
                json.next(OPTIONS);
                resources.add(json.integer(OPTIONS));
                json.next(OPTIONS);
                seconds.add(json.number(OPTIONS));
                json.endArray(OPTIONS);
            }
            return new Option(
                    node,
                    alone,
                    resources.stream().mapToInt(resource -> resource).toArray(),
                    seconds.stream().mapToDouble(time -> time).toArray());
        }

        ReadPlan plan() {
            List<List<Option>> tasks = JsonValue.present("options", options);
            LoadProblem.Builder builder = new LoadProblem.Builder(JsonValue.present("base", base));
            List<Integer> nodeOf = new ArrayList<>();
            for (List<Option> task : tasks) {
                builder.task();
                for (Option option : task) {
                    builder.option(option.alone());
                    nodeOf.add(option.node());
                    for (int use = 0; use < option.resources().length; use++) {
                        builder.use(option.resources()[use], option.seconds()[use]);
                    }
                }
            }
            LoadProblem problem = builder.build();
            int[] relative = JsonValue.present("choice", choice);
            int[] absolute = new int[relative.length];
            for (int task = 0; task < relative.length; task++) {
                absolute[task] = relative[task] + (task < problem.tasks() ? problem.firstOption(task) : 0);
            }
            return new ReadPlan(
                    JsonValue.present("indexes", indexes),
                    nodeOf.stream().mapToInt(node -> node).toArray(),
                    JsonValue.present("devices", devices).size(),
                    problem,
                    new LoadPlan(
                            absolute,
                            JsonValue.present("seconds", seconds),
                            JsonValue.present("fractional", fractional),
                            JsonValue.present("prices", prices),
                            JsonValue.present("limit", limit),
                            JsonValue.present("bound", bound)));
        }
    }
}
