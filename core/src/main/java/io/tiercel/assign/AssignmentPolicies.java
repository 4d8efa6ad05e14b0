package io.tiercel.assign;

import java.util.List;

/** The policies that users may choose from: the one table of their names. */
public final class AssignmentPolicies {
    private static final List<AssignmentPolicy> ALL = List.of(
            new TiercelPolicy(),
            new TridentPolicy(),
            new QuartetPolicy(),
            new HSchedulerPolicy(),
            new MixApartPolicy(),
            new StockPolicy());

    private AssignmentPolicies() {}

    /** The default. */
    public static AssignmentPolicy standard() {
        return ALL.get(0);
    }

    /** The policy for a round by itself, if no other is named. */
    public static AssignmentPolicy ofSingleRounds() {
        return new TridentPolicy();
    }

    public static List<String> names() {
        return ALL.stream().map(AssignmentPolicy::name).toList();
    }

    /**
     * The policy of that name.
     *
     * @throws IllegalArgumentException if there is none, naming those that there are
     */
    public static AssignmentPolicy named(String name) {
        return ALL.stream()
                .filter(policy -> policy.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "policy: expected one of " + String.join(", ", names()) + ", got '" + name + "'"));
    }
}
