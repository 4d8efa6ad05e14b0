package io.tiercel.sim.scenario;

import static io.tiercel.sim.scenario.ScenarioKey.choice;
import static io.tiercel.sim.scenario.ScenarioKey.of;
import static io.tiercel.sim.scenario.ScenarioKey.optional;
import static io.tiercel.sim.scenario.ScenarioKey.optionalChoice;
import static io.tiercel.sim.scenario.ScenarioKey.required;

import io.tiercel.assign.AssignmentPolicies;
import io.tiercel.cache.EvictionPolicies;
import io.tiercel.migrate.bind.LateBinder;
import io.tiercel.migrate.bind.MigrationBinders;
import io.tiercel.prefetch.plan.PrefetchPlanners;
import io.tiercel.sim.migrate.PlannerSpec;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The sections of a scenario file and their keys, declared once for reading and for the reference. */
enum Section {
    SCENARIO(
            "the file",
            optional("title", ValueKind.NAME, "Heads the results. Default: the file's name."),
            required("cluster", ValueKind.SECTION, "Racks, nodes and devices."),
            of("interference", ValueKind.LIST, "none", "Other readers on devices."),
            of("faults", ValueKind.LIST, "none", "Nodes that fail or are slow."),
            of(
                    "node-expiry",
                    ValueKind.TIME,
                    "2 min",
                    "Time from a node's failure until scheduler, NameNode and coordinator notice it, unless it returns before: Spark's "
                            + "`spark.network.timeout`. YARN and HDFS wait for about 10 minutes."),
            optional("storage", ValueKind.SECTION, "Where blocks lie. Optional if every policy has its own `storage`."),
            required("workload", ValueKind.SECTION, "Jobs and files: exactly one of the section's keys."),
            required("policies", ValueKind.LIST, "The policies, at least one. The others are compared with the first."),
            required("seeds", ValueKind.LIST, "Whole numbers. Each policy runs once with each.")),
    CLUSTER(
            "cluster",
            required("racks", ValueKind.LIST, "The racks, at least one."),
            of("block-size", ValueKind.SIZE, "128 MiB", "Files are cut into blocks of this size."),
            of("task-start", ValueKind.TIME, "1 s", "Time from when a task gets its slot to its first read.")),
    RACK(
            "cluster.racks[]",
            of("count", ValueKind.COUNT, "1", "Number of such racks."),
            required("uplink", ValueKind.RATE, "Bandwidth between the rack and the others, each way."),
            required("nodes", ValueKind.LIST, "Its nodes.")),
    NODE(
            "cluster.racks[].nodes[]",
            of("count", ValueKind.COUNT, "1", "Number of such nodes in the rack."),
            required("slots", ValueKind.COUNT, "Tasks at a time on a node."),
            required("network", ValueKind.RATE, "Bandwidth of its link, each way."),
            required("devices", ValueKind.LIST, "Its devices; at most one of tier `memory`.")),
    DEVICE(
            "cluster.racks[].nodes[].devices[]",
            choice("tier", Words.TIERS, "Its tier."),
            of("count", ValueKind.COUNT, "1", "Number of such devices in a node."),
            required("size", ValueKind.SIZE, "Its size."),
            required("bandwidth", ValueKind.RATE, "Shared by all reads and writes."),
            of(
                    "seek-loss",
                    ValueKind.FACTOR,
                    "0",
                    "How much longer many transfers at a time take than one after the other: 0.4 for 40%.")),
    INTERFERENCE(
            "interference[]",
            required("node", ValueKind.COUNT, "The node's number, from 0, rack by rack."),
            choice("tier", Words.TIERS, "The node's first device of this tier."),
            of("streams", ValueKind.COUNT, "1", "Readers at a time."),
            of("period", ValueKind.TIME, "0 s", "They read and pause for this time by turns; 0 for no pauses."),
            of("pauses-first", ValueKind.SWITCH, "false", "Whether they begin with a pause.")),
    FAULT(
            "faults[]",
            required("node", ValueKind.COUNT, "The node's number, from 0, rack by rack."),
            choice(
                    "kind",
                    List.of("fails", "slow"),
                    "`fails`: the node is silent. When it returns, its disks hold their data, and its memory is empty. `slow`: its devices "
                            + "keep a part of their bandwidth."),
            required("at", ValueKind.TIME, "When it begins."),
            optional("until", ValueKind.TIME, "When it ends. Default: never."),
            optional("factor", ValueKind.FACTOR, "For `slow`, where it is required: the part, above 0 and below 1."),
            optionalChoice("tier", Words.TIERS, "For `slow`: only devices of this tier. Default: all."),
            of(
                    "computing",
                    ValueKind.SWITCH,
                    "false",
                    "For `slow`: whether the node also computes at this part of its speed.")),
    STORAGE(
            "storage, policies[].storage",
            choice(
                    "placement",
                    List.of("one-tier", "replica-per-tier"),
                    "`one-tier`: HDFS without tiers. `replica-per-tier`: one replica on each tier. Nodes follow HDFS' default rule."),
            required("tiers", ValueKind.LIST, "For `one-tier` one tier; for `replica-per-tier` one or several."),
            of("replicas", ValueKind.COUNT, "3", "For `one-tier`: replicas of a block."),
            of(
                    "settled",
                    ValueKind.SWITCH,
                    "false",
                    "Whether first files that memory has no room for lie on their disks when the first job arrives. If not, they are being "
                            + "written there during the first minutes.")),
    WORKLOAD(
            "workload",
            optional("swim", ValueKind.SECTION, "A trace of the SWIM suite."),
            optional(
                    "facebook",
                    ValueKind.SECTION,
                    "1,000 jobs over six hours with the size classes and file popularity of Trident's section 7.1, drawn for each seed."),
            optional("applications", ValueKind.LIST, "Applications like HiBench's, described by ratios."),
            optional("jobs", ValueKind.LIST, "Single jobs, in the order of their arrivals."),
            optional("files", ValueKind.LIST, "Files that exist at the start, for `jobs`.")),
    SWIM(
            "workload.swim",
            required(
                    "file",
                    ValueKind.NAME,
                    "The trace, with or without input paths, also compressed (`.gz`): beside the scenario, or an absolute path."),
            of("sizes", ValueKind.FACTOR, "1", "Factor of all sizes."),
            of("times", ValueKind.FACTOR, "1", "Factor of all arrival times; below 1 jobs arrive faster."),
            of("from", ValueKind.TIME, "0 s", "Time of the trace at which the run begins; earlier jobs are left out."),
            optional("until", ValueKind.TIME, "Time of the trace from which jobs are left out. Default: none."),
            of("cpu", ValueKind.COST, "0.1 s/MiB", "Computing of a task by its input, which traces do not contain."),
            of("outputs", ValueKind.SWITCH, "true", "Whether jobs write the trace's outputs."),
            optional(
                    "reduce-input",
                    ValueKind.SIZE,
                    "How much a reduce fetches, which determines the number of reduces. Without it there are no reduces, and maps write.")),
    FACEBOOK("workload.facebook", of("cpu", ValueKind.COST, "0.1 s/MiB", "Computing of a task by its input.")),
    APPLICATION(
            "workload.applications[]",
            required("name", ValueKind.NAME, "Its name."),
            of("arrival", ValueKind.TIME, "0 s", "When the first one arrives."),
            of("repeat", ValueKind.COUNT, "1", "How many arrive."),
            of("every", ValueKind.TIME, "0 s", "Time between two arrivals."),
            required("input", ValueKind.SIZE, "The size of its input."),
            optional(
                    "file",
                    ValueKind.NAME,
                    "The input file. Applications with the same file share it. Default: a file for each."),
            of("iterations", ValueKind.COUNT, "1", "How often it reads its input, one time after the other."),
            of("cpu", ValueKind.COST, "0 s/MiB", "Computing of maps by their input."),
            of("shuffle", ValueKind.FACTOR, "0", "What all reduces fetch, as a factor of the input."),
            of("reduces", ValueKind.COUNT, "0", "Reduces of each iteration; without any there is no shuffle."),
            optional("reduce-cpu", ValueKind.COST, "Computing of reduces by what they fetch. Default: `cpu`."),
            of("output", ValueKind.FACTOR, "0", "What the last iteration writes, as a factor of the input."),
            of(
                    "lead",
                    ValueKind.TIME,
                    "0 s",
                    "Time from submission until its tasks ask for slots, in which input may be prefetched.")),
    FILE(
            "workload.files[]",
            required("name", ValueKind.NAME, "Its name."),
            required("size", ValueKind.SIZE, "Its length.")),
    JOB(
            "workload.jobs[]",
            required("name", ValueKind.NAME, "Its name."),
            of("arrival", ValueKind.TIME, "0 s", "When it arrives."),
            optional(
                    "input",
                    ValueKind.NAME,
                    "A file, or the name of an earlier job whose output it reads. Default: nothing."),
            optional("bytes", ValueKind.SIZE, "How much of the input. Default: all."),
            optional("after", ValueKind.NAME, "An earlier job that must have ended when this one begins."),
            of("cpu", ValueKind.COST, "0 s/MiB", "Computing of maps by their input."),
            of("reduces", ValueKind.COUNT, "0", "Number of reduces."),
            of("shuffle", ValueKind.SIZE, "0 B", "What all reduces fetch."),
            optional("reduce-cpu", ValueKind.COST, "Computing of reduces by what they fetch. Default: `cpu`."),
            of("output", ValueKind.SIZE, "0 B", "The size of its output."),
            of("lead", ValueKind.TIME, "0 s", "Time from submission until its tasks ask for slots.")),
    POLICY(
            "policies[]",
            required("name", ValueKind.NAME, "Its name in the results."),
            choice("assignment", AssignmentPolicies.names(), "Which task goes to which node."),
            choice(
                    "offer",
                    List.of(
                            "one-slot-of-a-node",
                            "all-slots-of-a-node",
                            "local-slots-of-a-node",
                            "all-slots",
                            "containers"),
                    "all-slots",
                    "The slots over which the policy decides at a time. Hadoop 2's schedulers offer one slot of a node at each of its "
                            + "heartbeats, all free ones there, or those for tasks with local input until a task without it has got one. `all-slots`: "
                            + "all free slots of the cluster at each heartbeat of the scheduler. `containers`: those that Trident's algorithm 3 grants "
                            + "for a job's tasks."),
            of("heartbeat", ValueKind.TIME, "1 s", "Time between two offers."),
            optional(
                    "locality-wait",
                    ValueKind.TIME,
                    "Delay scheduling by time (`spark.locality.wait`): how long a job leaves slots without local input to others. It holds "
                            + "for `stock`, and for tasks that other policies leave to the engine's levels."),
            optional(
                    "locality-offers",
                    ValueKind.COUNT,
                    "Delay scheduling by offers (`yarn.scheduler.capacity.node-locality-delay`). Only one of the two keys may be set; "
                            + "without either no job waits."),
            of(
                    "shuffled",
                    ValueKind.SWITCH,
                    "false",
                    "Whether nodes are offered in random order, as in Spark; if not, by number. No effect where one slot is offered."),
            optional(
                    "score-unit",
                    ValueKind.RATE,
                    "The bandwidth of a tier of score 1 (`spark.tiercel.score.unit`). Under `trident` a task then waits for a better slot "
                            + "for as long as this saves, under `quartet` for memory, as with Spark's plugin; never longer than `locality-wait`. "
                            + "Without it no task waits."),
            optional(
                    "storage",
                    ValueKind.SECTION,
                    "Where blocks lie under this policy, instead of the file's `storage`."),
            optional(
                    "memory",
                    ValueKind.SECTION,
                    "Use of the nodes' memory beside the replicas placed there. Default: none.")),
    MEMORY(
            "policies[].memory",
            choice(
                    "use",
                    List.of("nothing", "first-come", "page-cache", "inputs", "prefetch"),
                    "nothing",
                    "`nothing`: placed replicas only; the oldest make room. `first-come`: placed replicas that stay. `page-cache`: blocks "
                            + "that were read stay while there is room. `inputs`: all first files are in memory for good. `prefetch`: jobs' input is "
                            + "brought in at submission."),
            choice("eviction", EvictionPolicies.names(), "lru", "What leaves memory first."),
            choice(
                    "planner",
                    Words.PLANNERS,
                    PrefetchPlanners.ALL,
                    "For `prefetch`: which blocks of a job's input are brought in at submission. `cost` selects those that shorten the "
                            + "job most in a simulation. `all` and `ignem` take all of them, `ignem` from random replicas. `oracle` has all in memory at "
                            + "once, as an upper bound."),
            of(
                    "least-gain",
                    ValueKind.FACTOR,
                    "0.01",
                    "For planner `cost`: the part of a job's time that a plan has to save."),
            of("max-delay", ValueKind.TIME, "0 s", "For planner `cost`: the longest delay of a job's first tasks."),
            of(
                    "yields",
                    ValueKind.SWITCH,
                    "false",
                    "For `prefetch`: whether agents read from a device only while nobody else does, as the kernel's idle class."),
            choice(
                    "binder",
                    MigrationBinders.names(),
                    LateBinder.NAME,
                    "For `prefetch`: chooses the replica that is brought in."),
            optional("budget", ValueKind.SIZE, "For `prefetch`, where it is required: a part of each node's memory."),
            choice(
                    "reads",
                    List.of("nearest", "memory-first", "migrated-first"),
                    "memory-first",
                    "For `prefetch`: which replica a task reads: the nearest, one in memory on any node, or one chosen to come into memory."));

    private final String path;
    private final List<ScenarioKey> keys;

    Section(String path, ScenarioKey... keys) {
        this.path = path;
        this.keys = List.of(keys);
    }

    /** Its place in the file. */
    String path() {
        return path;
    }

    List<ScenarioKey> keys() {
        return keys;
    }

    Optional<ScenarioKey> key(String name) {
        return keys.stream().filter(key -> key.name().equals(name)).findFirst();
    }

    /** Words that several sections use. An enum's constructor could not use the enum's own constants. */
    private static final class Words {
        private static final List<String> TIERS = List.of("memory", "ssd", "hdd");
        private static final List<String> PLANNERS = Stream.concat(
                        PrefetchPlanners.names().stream(), Stream.of(PlannerSpec.ORACLE))
                .toList();
    }
}
