package io.tiercel.spark.cache;

import io.tiercel.cachefs.store.PagedObject;
import io.tiercel.spark.cache.CacheTransfers.Part;
import io.tiercel.spark.cache.ClusterCaches.Holding;
import io.tiercel.transfer.StageShares;
import io.tiercel.transfer.TransferScheduler;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Names the executor to which a task's missing input goes, so that tasks, which follow their input, keep all executors busy. Caches may
 * hold unequal shares of a stage's input.
 */
final class TransferDestinations {
    /** An executor. @param number of its node in the transfers' scheduler */
    record Executor(String host, int number) {}

    private final List<Executor> executors;

    /** @param executors that carry transfers out, in a fixed order */
    TransferDestinations(List<Executor> executors) {
        this.executors = List.copyOf(executors);
    }

    /**
     * The nodes for a stage's tasks.
     *
     * @param missing parts by task
     * @param present parts that caches hold or await, by task
     * @return for each task with missing parts a node's number; {@link TransferScheduler#ANY_NODE} for all if there are no executors yet
     */
    int[] of(List<List<Part>> missing, List<List<Part>> present, ClusterCaches caches) {
        int[] nodes = new int[missing.size()];
        Arrays.fill(nodes, TransferScheduler.ANY_NODE);
        if (executors.isEmpty()) {
            return nodes;
        }
        StageShares shares = new StageShares(executors.size());
        Function<PagedObject, Map<String, Holding>> holdings = remembered(caches);
        List<Integer> anywhere = new ArrayList<>();
        for (int task = 0; task < nodes.length; task++) {
            int[] holders = holders(present.get(task), bytes(missing.get(task)), holdings);
            if (holders.length == 0) {
                anywhere.add(task);
            } else {
                nodes[task] = number(shares.give(bytes(missing.get(task)) + bytes(present.get(task)), holders));
            }
        }
        Map<Part, Integer> named = new HashMap<>();
        for (int task : anywhere) {
            List<Part> parts = missing.get(task);
            if (!parts.isEmpty()) {
                // Tasks that share input go to one node.
                int[] before = parts.stream()
                        .map(named::get)
                        .filter(each -> each != null)
                        .mapToInt(each -> each)
                        .limit(1)
                        .toArray();
                int executor = shares.give(bytes(parts), before);
                parts.forEach(part -> named.putIfAbsent(part, executor));
                nodes[task] = number(executor);
            }
        }
        return nodes;
    }

    private int number(int executor) {
        return executors.get(executor).number();
    }

    private static long bytes(List<Part> parts) {
        return parts.stream().mapToLong(part -> part.end() - part.start()).sum();
    }

    /** Remembers the pages of each object on hosts with executors: many tasks read parts of one object. */
    private Function<PagedObject, Map<String, Holding>> remembered(ClusterCaches caches) {
        Set<String> hosts = executors.stream().map(Executor::host).collect(Collectors.toSet());
        Map<PagedObject, Map<String, Holding>> known = new HashMap<>();
        return object -> known.computeIfAbsent(object, asked -> {
            Map<String, Holding> holdings = caches.of(asked);
            holdings.keySet().retainAll(hosts);
            return holdings;
        });
    }

    /** The executors on the host that holds most of a task's input; none if that is less than what is missing. */
    private int[] holders(List<Part> present, long missing, Function<PagedObject, Map<String, Holding>> holdings) {
        Map<String, Long> byHost = new HashMap<>();
        for (Part part : present) {
            holdings.apply(part.object()).forEach((host, pages) -> {
                BitSet here = pages.held().get(part.firstPage(), part.lastPage() + 1);
                here.or(pages.expected().get(part.firstPage(), part.lastPage() + 1));
                // An object's last page may be shorter; that makes no difference here.
                byHost.merge(host, (long) here.cardinality() * part.object().length(0), Long::sum);
            });
        }
        long most = byHost.values().stream().mapToLong(held -> held).max().orElse(0);
        if (most < Math.max(1, missing)) {
            return new int[0];
        }
        return IntStream.range(0, executors.size())
                .filter(executor -> byHost.getOrDefault(executors.get(executor).host(), 0L) == most)
                .toArray();
    }
}
