package io.tiercel.hive;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.ql.exec.ConditionalTask;
import org.apache.hadoop.hive.ql.exec.Task;
import org.apache.hadoop.hive.ql.plan.BaseWork;
import org.apache.hadoop.hive.ql.plan.FetchWork;
import org.apache.hadoop.hive.ql.plan.MapWork;
import org.apache.hadoop.hive.ql.plan.MapredLocalWork;
import org.apache.hadoop.hive.ql.plan.MapredWork;
import org.apache.hadoop.hive.ql.plan.PartitionDesc;
import org.apache.hadoop.hive.ql.plan.TezWork;

/**
 * The directories of tables and partitions that a compiled query reads, after pruning, in the order in which its stages run: tasks of
 * Hive one after the other, and the vertices of a Tez task by their longest way from a vertex without input from others. Tables of
 * storage handlers, which are no plain directories, are left out.
 */
final class ReadOrder {
    /** By step, counted from 0. */
    private final TreeMap<Integer, Set<Path>> steps = new TreeMap<>();

    private ReadOrder() {}

    /** The directories of each step; each directory is named once, in the step that reads it first. */
    static List<List<Path>> of(Collection<? extends Task<?>> roots) {
        ReadOrder order = new ReadOrder();
        int first = 0;
        for (Collection<Task<?>> level : levels(roots)) {
            int next = first;
            for (Task<?> task : level) {
                next = Math.max(next, order.add(task.getWork(), first));
            }
            first = next;
        }
        Set<Path> seen = new HashSet<>();
        return order.steps.values().stream()
                .map(paths -> paths.stream().filter(seen::add).toList())
                .filter(paths -> !paths.isEmpty())
                .toList();
    }

    /** Tasks by their longest way from a root. The alternatives of a condition follow the condition. */
    private static List<Collection<Task<?>>> levels(Collection<? extends Task<?>> roots) {
        Map<Task<?>, Set<Task<?>>> parents = new LinkedHashMap<>();
        List<Task<?>> open = new ArrayList<>(roots);
        open.forEach(root -> parents.put(root, new LinkedHashSet<>()));
        for (int i = 0; i < open.size(); i++) {
            Task<?> task = open.get(i);
            for (Task<?> child : following(task)) {
                if (!parents.containsKey(child)) {
                    parents.put(child, new LinkedHashSet<>());
                    open.add(child);
                }
                parents.get(child).add(task);
            }
        }
        return byDepth(parents.keySet(), parents::get);
    }

    private static List<Task<?>> following(Task<?> task) {
        List<Task<?>> following = new ArrayList<>();
        if (task instanceof ConditionalTask condition && condition.getListTasks() != null) {
            following.addAll(condition.getListTasks());
        }
        if (task.getChildTasks() != null) {
            following.addAll(task.getChildTasks());
        }
        return following;
    }

    private static <N> List<Collection<N>> byDepth(Collection<N> nodes, Function<N, ? extends Collection<N>> parents) {
        Map<N, Integer> depths = new HashMap<>();
        Map<Integer, Collection<N>> levels = new TreeMap<>();
        for (N node : nodes) {
            levels.computeIfAbsent(depth(node, parents, depths), none -> new ArrayList<>())
                    .add(node);
        }
        return List.copyOf(levels.values());
    }

    private static <N> int depth(N node, Function<N, ? extends Collection<N>> parents, Map<N, Integer> depths) {
        Integer known = depths.get(node);
        if (known != null) {
            return known;
        }
        depths.put(node, 0); // Ends the way round a cycle, of which there should be none.
        int depth = 0;
        for (N parent : parents.apply(node)) {
            depth = Math.max(depth, 1 + depth(parent, parents, depths));
        }
        depths.put(node, depth);
        return depth;
    }

    /** Adds what a task reads from a step on; returns the first step of the tasks that follow it. */
    private int add(Object work, int first) {
        if (work instanceof TezWork tez) {
            int step = first;
            for (Collection<BaseWork> level : byDepth(tez.getAllWork(), tez::getParents)) {
                for (BaseWork vertex : level) {
                    if (vertex instanceof MapWork map) {
                        add(map, step);
                    }
                }
                step++;
            }
            return step;
        }
        if (work instanceof MapredWork mapReduce) {
            add(mapReduce.getMapWork(), first);
            return first + 1;
        }
        if (work instanceof MapredLocalWork local) {
            local.getAliasToFetchWork().values().forEach(fetch -> add(fetch, first));
            return first + 1;
        }
        return first;
    }

    private void add(MapWork map, int step) {
        map.getPathToAliases().keySet().forEach(path -> {
            PartitionDesc partition = map.getPathToPartitionInfo().get(path);
            if (partition == null || !isOfHandler(partition)) {
                add(path, step);
            }
        });
    }

    private void add(FetchWork fetch, int step) {
        if (fetch.getTblDir() != null) {
            if (fetch.getTblDesc() == null || !fetch.getTblDesc().isNonNative()) {
                add(fetch.getTblDir(), step);
            }
        } else if (fetch.getPartDir() != null) {
            fetch.getPartDir().forEach(path -> add(path, step));
        }
    }

    private static boolean isOfHandler(PartitionDesc partition) {
        return partition.getTableDesc() != null && partition.getTableDesc().isNonNative();
    }

    private void add(Path path, int step) {
        steps.computeIfAbsent(step, none -> new LinkedHashSet<>()).add(path);
    }
}
