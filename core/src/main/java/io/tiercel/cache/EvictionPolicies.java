package io.tiercel.cache;

import java.util.List;

/** The eviction policies that users may choose from. */
public final class EvictionPolicies {
    private static final List<EvictionPolicy> ALL = List.of(new AgeingPolicy(), new LruPolicy());

    private EvictionPolicies() {}

    /** The names of all policies. */
    public static List<String> names() {
        return ALL.stream().map(EvictionPolicy::name).toList();
    }

    /**
     * The policy of that name.
     *
     * @throws IllegalArgumentException if there is none, naming those that there are
     */
    public static EvictionPolicy named(String name) {
        return ALL.stream()
                .filter(policy -> policy.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "eviction policy: expected one of " + String.join(", ", names()) + ", got '" + name + "'"));
    }
}
