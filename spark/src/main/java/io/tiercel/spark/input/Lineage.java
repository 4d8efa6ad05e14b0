package io.tiercel.spark.input;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.spark.Dependency;
import org.apache.spark.NarrowDependency;
import org.apache.spark.OneToOneDependency;
import org.apache.spark.Partition;
import org.apache.spark.rdd.RDD;
import scala.jdk.javaapi.CollectionConverters;

/**
 * The narrow lineage of a stage's RDD: the source partitions that a task computes. Chains of RDDs whose partitions match one to
 * one are most of a stage, and are resolved once for all tasks.
 *
 * <p>Without recursion, because iterative programs build lineages thousands of RDDs deep.
 */
final class Lineage {
    /** Partitions on the way of one task at most; beyond that it has no locality worth the search. */
    static final int MOST_PARTITIONS = 20_000;

    private record At(RDD<?> rdd, int partition) {}

    private record Seen(int rdd, int partition) {}

    private final RDD<?> root;
    private final Map<Integer, RDD<?>> ends = new HashMap<>();
    private final Map<Integer, List<NarrowDependency<?>>> parents = new HashMap<>();

    Lineage(RDD<?> root) {
        this.root = root;
    }

    /**
     * The source partitions of a task.
     *
     * @throws IllegalStateException if there are more than {@value #MOST_PARTITIONS} partitions on the way
     */
    List<Partition> sources(int partition) {
        List<Partition> sources = new ArrayList<>(1);
        Set<Seen> seen = new HashSet<>();
        Deque<At> open = new ArrayDeque<>();
        open.push(new At(root, partition));
        while (!open.isEmpty()) {
            At at = open.pop();
            RDD<?> end = endOfChain(at.rdd());
            if (!seen.add(new Seen(end.id(), at.partition()))) {
                continue;
            }
            if (seen.size() > MOST_PARTITIONS) {
                throw new IllegalStateException("the lineage of one task has more than " + MOST_PARTITIONS
                        + " partitions; its input is not looked for");
            }
            List<NarrowDependency<?>> narrow = narrow(end);
            if (narrow.isEmpty() && end.dependencies().isEmpty()) {
                sources.add(end.partitions()[at.partition()]);
            }
            for (NarrowDependency<?> dependency : narrow) {
                CollectionConverters.asJava(dependency.getParents(at.partition()))
                        .forEach(parent -> open.push(new At(dependency.rdd(), (Integer) parent)));
            }
        }
        return sources;
    }

    /** The last RDD that can be reached over single one-to-one dependencies. */
    private RDD<?> endOfChain(RDD<?> start) {
        RDD<?> known = ends.get(start.id());
        if (known != null) {
            return known;
        }
        RDD<?> end = start;
        while (end.dependencies().size() == 1 && end.dependencies().head() instanceof OneToOneDependency<?> single) {
            end = single.rdd();
        }
        ends.put(start.id(), end);
        return end;
    }

    private List<NarrowDependency<?>> narrow(RDD<?> rdd) {
        return parents.computeIfAbsent(rdd.id(), id -> {
            List<NarrowDependency<?>> narrow = new ArrayList<>();
            for (Dependency<?> dependency : CollectionConverters.asJava(rdd.dependencies())) {
                if (dependency instanceof NarrowDependency<?> one) {
                    narrow.add(one);
                }
            }
            return narrow;
        });
    }
}
