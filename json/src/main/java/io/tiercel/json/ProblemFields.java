package io.tiercel.json;

import static io.tiercel.json.RecordFields.present;

import io.tiercel.model.Tier;
import io.tiercel.prefetch.BlockRead;
import io.tiercel.prefetch.InputBlock;
import io.tiercel.prefetch.JobTask;
import io.tiercel.prefetch.PlanningTimes;
import io.tiercel.prefetch.PrefetchProblem;
import io.tiercel.prefetch.ReadRates;
import io.tiercel.prefetch.SourceDevice;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** Reads the problem of a plan's record. */
final class ProblemFields {
    private static final String NODE = "nodes: a node as [name, free bytes of memory]";
    private static final String DEVICE = "devices: a device as [node, tier, bytes per second, busy seconds]";
    private static final String BLOCK = "blocks: a block as [bytes, seconds until it is in memory or null, [devices]]";
    private static final String TASK = "tasks: a task as [computing seconds, [block, bytes], …]";
    private static final String SLOTS = "slotsFreeAt: an array of seconds";

    private @Nullable List<Node> nodes;
    private @Nullable List<SourceDevice> devices;
    private @Nullable List<Double> slotsFreeAt;
    private @Nullable List<InputBlock> blocks;
    private @Nullable List<JobTask> tasks;
    private OptionalDouble memoryRate = OptionalDouble.empty();
    private OptionalDouble remoteRate = OptionalDouble.empty();
    private OptionalDouble initSeconds = OptionalDouble.empty();
    private OptionalDouble scheduleSeconds = OptionalDouble.empty();
    private OptionalDouble cacheInitSeconds = OptionalDouble.empty();

    private record Node(String name, long memoryFree) {}

    void field(String name, JsonCursor json) throws IOException, MalformedRecordException {
        switch (name) {
            case "nodes" -> nodes = json.list("nodes: an array of nodes", ProblemFields::node);
            case "devices" -> devices = json.list("devices: an array of devices", ProblemFields::device);
            case "slotsFreeAt" -> slotsFreeAt = json.list(SLOTS, slot -> slot.number(SLOTS));
            case "blocks" -> blocks = json.list("blocks: an array of blocks", ProblemFields::block);
            case "tasks" -> tasks = json.list("tasks: an array of tasks", ProblemFields::task);
            case "memoryRate" -> memoryRate = number(name, json);
            case "remoteRate" -> remoteRate = number(name, json);
            case "initSeconds" -> initSeconds = number(name, json);
            case "scheduleSeconds" -> scheduleSeconds = number(name, json);
            case "cacheInitSeconds" -> cacheInitSeconds = number(name, json);
            default -> json.skip();
        }
    }

    private static OptionalDouble number(String name, JsonCursor json) throws IOException, MalformedRecordException {
        return OptionalDouble.of(json.number(name + ": a number"));
    }

    private static Node node(JsonCursor json) throws IOException, MalformedRecordException {
        json.startArray(NODE);
        json.next(NODE);
        String name = json.text(NODE);
        json.next(NODE);
        Node node = new Node(name, json.wholeNumber(NODE));
        json.endArray(NODE);
        return node;
    }

    private static SourceDevice device(JsonCursor json) throws IOException, MalformedRecordException {
        json.startArray(DEVICE);
        json.next(DEVICE);
        int node = json.integer(DEVICE);
        json.next(DEVICE);
        Tier tier = json.constant(Tier.class, DEVICE);
        json.next(DEVICE);
        double rate = json.number(DEVICE);
        json.next(DEVICE);
        double busy = json.number(DEVICE);
        json.endArray(DEVICE);
        return new SourceDevice(node, tier, rate, busy);
    }

    private static InputBlock block(JsonCursor json) throws IOException, MalformedRecordException {
        json.startArray(BLOCK);
        json.next(BLOCK);
        long bytes = json.wholeNumber(BLOCK);
        json.next(BLOCK);
        double readyAt = json.numberOr(InputBlock.NOT_COMING, BLOCK);
        json.next(BLOCK);
        List<Integer> on = json.list(BLOCK, device -> device.integer(BLOCK));
        json.endArray(BLOCK);
        return new InputBlock(bytes, on, readyAt);
    }

    private static JobTask task(JsonCursor json) throws IOException, MalformedRecordException {
        json.startArray(TASK);
        json.next(TASK);
        double cpu = json.number(TASK);
        List<BlockRead> reads = new ArrayList<>();
        while (json.nextInArray()) {
            json.startArray(TASK);
            json.next(TASK);
            int block = json.integer(TASK);
            json.next(TASK);
            reads.add(new BlockRead(block, json.wholeNumber(TASK)));
            json.endArray(TASK);
        }
        return new JobTask(reads, cpu);
    }

    PrefetchProblem problem() {
        return new PrefetchProblem(
                present("devices", devices),
                present("nodes", nodes).stream().map(Node::memoryFree).toList(),
                present("slotsFreeAt", slotsFreeAt),
                present("blocks", blocks),
                present("tasks", tasks),
                new ReadRates(present("memoryRate", memoryRate), present("remoteRate", remoteRate)),
                new PlanningTimes(
                        present("initSeconds", initSeconds),
                        present("scheduleSeconds", scheduleSeconds),
                        present("cacheInitSeconds", cacheInitSeconds)));
    }

    List<String> names() {
        return present("nodes", nodes).stream().map(Node::name).toList();
    }
}
