package io.tiercel.sim.job;

import io.tiercel.sim.cluster.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The tasks in slots, by node and slot. */
public final class RunningTasks {
    private final List<@Nullable TaskExecution[]> bySlot = new ArrayList<>();

    public RunningTasks(List<Node> nodes) {
        nodes.forEach(
                node -> bySlot.add(new @Nullable TaskExecution[node.slots().count()]));
    }

    public void add(TaskExecution execution) {
        bySlot.get(execution.node())[execution.slot()] = execution;
    }

    public void remove(TaskExecution execution) {
        bySlot.get(execution.node())[execution.slot()] = null;
    }

    public List<TaskExecution> on(int node) {
        return Stream.of(bySlot.get(node)).filter(Objects::nonNull).toList();
    }

    public List<TaskExecution> all() {
        return IntStream.range(0, bySlot.size())
                .mapToObj(this::on)
                .flatMap(List::stream)
                .toList();
    }
}
