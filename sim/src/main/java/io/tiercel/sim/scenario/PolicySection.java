package io.tiercel.sim.scenario;

import io.tiercel.assign.AssignmentPolicies;
import io.tiercel.assign.AssignmentPolicy;
import io.tiercel.assign.CostModel;
import io.tiercel.cache.EvictionPolicy;
import io.tiercel.cache.LruPolicy;
import io.tiercel.model.Tier;
import io.tiercel.prefetch.plan.PrefetchPlanners;
import io.tiercel.sim.cluster.ClusterSpec;
import io.tiercel.sim.engine.Engine;
import io.tiercel.sim.job.ReplicaSelector.ReplicaOrder;
import io.tiercel.sim.migrate.PrefetchSpec;
import io.tiercel.sim.migrate.PrefetchSpec.AgentSpec;
import io.tiercel.sim.migrate.PrefetchSpec.PlannerSpec;
import io.tiercel.sim.run.StorageSpec;
import io.tiercel.sim.run.StorageSpec.MemoryUse;
import io.tiercel.sim.scenario.ScenarioFile.Policy;
import io.tiercel.sim.schedule.PlanSpec;
import io.tiercel.sim.schedule.SchedulingSpec;
import io.tiercel.sim.schedule.SchedulingSpec.LocalityWait;
import io.tiercel.sim.schedule.SchedulingSpec.OfferMode;
import io.tiercel.sim.storage.Placement;
import io.tiercel.sim.storage.Placement.OneTierPlacement;
import io.tiercel.sim.storage.Placement.ReplicaPerTierPlacement;
import io.tiercel.stage.HoldRule;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** The policies of a scenario file, checked against its cluster. */
final class PolicySection {
    private static final long MILLI = Engine.SECOND / 1_000;

    private final ClusterSpec cluster;
    private final long blockBytes;

    private PolicySection(ClusterSpec cluster, long blockBytes) {
        this.cluster = cluster;
        this.blockBytes = blockBytes;
    }

    static List<Policy> read(SectionReader file, ClusterSpec cluster, long blockBytes) {
        PolicySection part = new PolicySection(cluster, blockBytes);
        Optional<SectionReader> common =
                file.has("storage") ? Optional.of(file.section("storage", Section.STORAGE)) : Optional.empty();
        common.ifPresent(part::placement); // reports its errors even if every policy has its own
        List<Policy> policies = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (SectionReader policy : file.someSections("policies", Section.POLICY)) {
            if (!names.add(policy.text("name"))) {
                throw policy.failure("name", "there is a policy '" + policy.text("name") + "' already");
            }
            policies.add(part.policy(policy, common));
        }
        return policies;
    }

    private Policy policy(SectionReader policy, Optional<SectionReader> common) {
        SectionReader storage = policy.has("storage")
                ? policy.section("storage", Section.STORAGE)
                : common.orElseThrow(() -> policy.failure(
                        "expected the key 'storage', here or for all policies at the top of the file, found none"));
        SchedulingSpec scheduling = scheduling(policy);
        return new Policy(policy.text("name"), storage(policy, storage), scheduling);
    }

    private static SchedulingSpec scheduling(SectionReader policy) {
        AssignmentPolicy assignment = AssignmentPolicies.named(policy.choice("assignment"));
        OfferMode offer = OfferMode.valueOf(constant(policy.choice("offer")));
        if (assignment.plansStages()) {
            refuseWithPlans(policy, offer);
        }
        return new SchedulingSpec(
                assignment,
                CostModel.trident(),
                offer,
                policy.above0("heartbeat", policy.time("heartbeat")),
                localityWait(policy),
                policy.isSet("shuffled"),
                policy.has("score-unit") ? hold(policy, offer) : HoldRule.NEVER,
                assignment.plansStages() ? Optional.of(PlanSpec.EXACT) : Optional.empty());
    }

    /** A plan needs all slots, and has its own rule for when a slot is held. */
    private static void refuseWithPlans(SectionReader policy, OfferMode offer) {
        String name = policy.choice("assignment");
        if (offer != OfferMode.ALL_SLOTS) {
            throw policy.failure("offer", "expected all-slots with '" + name + "', which plans whole stages");
        }
        policy.refuse(
                "is of no use with '" + name + "', which holds slots by its own rule",
                "locality-wait",
                "locality-offers",
                "score-unit");
    }

    private StorageSpec storage(SectionReader policy, SectionReader storage) {
        Placement placement = placement(storage);
        boolean settled = storage.isSet("settled");
        if (!policy.has("memory")) {
            return new StorageSpec(placement, blockBytes, new LruPolicy(), MemoryUse.NONE, settled);
        }
        SectionReader memory = policy.section("memory", Section.MEMORY);
        EvictionPolicy eviction = EvictionPolicy.named(memory.choice("eviction"));
        return new StorageSpec(placement, blockBytes, eviction, memory(memory), settled);
    }

    private static LocalityWait localityWait(SectionReader policy) {
        if (policy.has("locality-wait") && policy.has("locality-offers")) {
            throw policy.failure("locality-offers", "is of no use with 'locality-wait': a wait is counted in one way");
        }
        if (policy.has("locality-wait")) {
            return LocalityWait.ofNanos(policy.time("locality-wait"));
        }
        return policy.has("locality-offers")
                ? LocalityWait.ofOffers(policy.count("locality-offers", 0))
                : LocalityWait.NONE;
    }

    private static HoldRule hold(SectionReader policy, OfferMode offer) {
        double unit = policy.rate("score-unit");
        if (offer != OfferMode.ALL_SLOTS) {
            throw policy.failure(
                    "score-unit", "is of no use with '" + policy.choice("offer") + "', only with 'all-slots'");
        }
        if (!policy.has("locality-wait")) {
            throw policy.failure("score-unit", "expected the key 'locality-wait' with it: no task waits for longer");
        }
        HoldRule rule = HoldRule.of(
                AssignmentPolicies.named(policy.choice("assignment")).holdScope(),
                policy.time("locality-wait") / MILLI,
                Math.max(1, Math.round(unit)));
        if (rule.equals(HoldRule.NEVER)) {
            throw policy.failure(
                    "score-unit",
                    "is of no use with '" + policy.choice("assignment") + "', which waits for no better slot");
        }
        return rule;
    }

    private static String constant(String word) {
        return word.toUpperCase(Locale.ROOT).replace('-', '_');
    }

    private Placement placement(SectionReader storage) {
        List<Tier> tiers = new ArrayList<>();
        Section.DEVICE.key("tier").ifPresent(key -> storage.texts(
                        "tiers", "one of " + String.join(", ", key.choices()), text -> Optional.of(text)
                                .filter(key.choices()::contains))
                .forEach(word -> tiers.add(ClusterSection.tier(word))));
        for (Tier tier : tiers) {
            if (!cluster.has(tier)) {
                throw storage.failure("tiers", "no node of the cluster has a device of tier " + word(tier));
            }
        }
        if (storage.choice("placement").equals("replica-per-tier")) {
            if (storage.has("replicas")) {
                throw storage.failure("replicas", "is of no use with replica-per-tier: each tier has one");
            }
            return new ReplicaPerTierPlacement(tiers);
        }
        if (tiers.size() != 1) {
            throw storage.failure("tiers", "expected one, for the placement is one-tier, got " + tiers.size());
        }
        return new OneTierPlacement(tiers.get(0), storage.count("replicas", 1));
    }

    private static String word(Tier tier) {
        return tier.name().toLowerCase(Locale.ROOT);
    }

    private MemoryUse memory(SectionReader memory) {
        String use = memory.choice("use");
        if (!use.equals("nothing") && !use.equals("first-come") && !cluster.has(Tier.MEMORY)) {
            throw memory.failure("use", use + " needs memory, and no node of the cluster has a device of tier memory");
        }
        boolean prefetches = use.equals("prefetch");
        if (!prefetches) {
            memory.refuse(
                    "is of no use with '" + use + "', only with 'prefetch'",
                    "planner",
                    "least-gain",
                    "max-delay",
                    "yields",
                    "binder",
                    "budget",
                    "reads");
        }
        return switch (use) {
            case "first-come" -> MemoryUse.FIRST_COME;
            case "page-cache" -> MemoryUse.PAGE_CACHE;
            case "inputs" -> MemoryUse.INPUTS;
            case "prefetch" -> prefetching(memory);
            default -> MemoryUse.NONE;
        };
    }

    private static MemoryUse prefetching(SectionReader memory) {
        if (!memory.has("budget")) {
            throw memory.failure("expected the key 'budget' with 'prefetch': a size, as '2 GiB', found none");
        }
        String planner = memory.choice("planner");
        if (!planner.equals(PrefetchPlanners.COST)) {
            String useless = "is of no use with '" + planner + "', only with '" + PrefetchPlanners.COST + "'";
            memory.refuse(useless, "max-delay");
            if (!planner.equals(PrefetchPlanners.PLAN)) {
                memory.refuse(useless + " and '" + PrefetchPlanners.PLAN + "'", "least-gain");
            }
        }
        double leastGain = memory.factor("least-gain");
        if (leastGain >= 1) {
            throw memory.failure("least-gain", "expected below 1, the whole of a job's time, got " + leastGain);
        }
        PlannerSpec planning =
                PlannerSpec.atSubmission(planner, leastGain, memory.time("max-delay") / (double) Engine.SECOND);
        String binder = memory.choice("binder");
        AgentSpec sharing = AgentSpec.sharing(binder);
        AgentSpec agents = memory.isSet("yields") ? AgentSpec.yielding(binder, sharing.pollInterval()) : sharing;
        PrefetchSpec spec = new PrefetchSpec(planning, agents, memory.size("budget"), false);
        return MemoryUse.prefetching(spec, ReplicaOrder.valueOf(constant(memory.choice("reads"))));
    }
}
