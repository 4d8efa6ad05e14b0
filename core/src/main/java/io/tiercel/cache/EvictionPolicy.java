package io.tiercel.cache;

import io.tiercel.model.BlockUse;
import java.util.List;

/** Says how old a cached block is in the sense of eviction: the oldest goes first. A pure function. */
public interface EvictionPolicy {
    private static List<EvictionPolicy> all() {
        return List.of(new AgeingPolicy(), new LruPolicy());
    }

    /** The names of all policies that users may choose from, the default first. */
    static List<String> names() {
        return all().stream().map(EvictionPolicy::name).toList();
    }

    /** @throws IllegalArgumentException if there is no policy of that name, naming those that there are */
    static EvictionPolicy named(String name) {
        return all().stream()
                .filter(policy -> policy.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "eviction policy: expected one of " + String.join(", ", names()) + ", got '" + name + "'"));
    }

    /** The name under which users choose it: {@code ageing} or {@code lru}. */
    String name();

    /**
     * The block's age, at least 0 and finite; without a unit, and to be compared only with ages by the same policy at the same time.
     * Never falls while the block is not read.
     *
     * @param now nanoseconds since the origin of {@link BlockUse#lastUse}
     */
    double age(BlockUse use, long now);

    /** Whether of two blocks the older is always that whose last use was earlier, so that nobody need ask for ages. */
    default boolean isByLastUse() {
        return false;
    }
}
