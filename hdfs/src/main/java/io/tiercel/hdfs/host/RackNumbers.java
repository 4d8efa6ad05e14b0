package io.tiercel.hdfs.host;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Gives racks numbers from 0, the lowest free one to each new rack. Not thread-safe. */
final class RackNumbers {
    private final Map<String, Integer> numberOf = new HashMap<>();
    private final TreeSet<Integer> free = new TreeSet<>();
    private boolean changed;

    int of(String rack) {
        return numberOf.computeIfAbsent(rack, r -> {
            changed = true;
            Integer number = free.pollFirst();
            return number == null ? numberOf.size() : number;
        });
    }

    /** Frees all numbers but these. */
    void keepOnly(int[] used) {
        Set<Integer> kept = Arrays.stream(used).boxed().collect(Collectors.toCollection(HashSet::new));
        numberOf.values().removeIf(number -> !kept.contains(number) && free.add(number));
    }

    /**
     * The racks' names by number.
     *
     * @param before the last result; a free number keeps its name in it
     */
    String[] names(String[] before) {
        if (!changed) {
            return before;
        }
        changed = false;
        String[] names = Arrays.copyOf(before, numberOf.size() + free.size());
        numberOf.forEach((name, number) -> names[number] = name);
        return names;
    }
}
