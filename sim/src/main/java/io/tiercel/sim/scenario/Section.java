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
            optional("title", ValueKind.NAME, "What the results are headed with; without it the file's name."),
            required("cluster", ValueKind.SECTION, "Racks, nodes and devices."),
            of("interference", ValueKind.LIST, "none", "Others that read from devices without pause."),
            of("faults", ValueKind.LIST, "none", "Nodes that fail or are slow."),
            of(
                    "node-expiry",
                    ValueKind.TIME,
                    "2 min",
                    "From when a node fails until scheduler, name node and coordinator notice it, unless it is back before: as Spark's `spark.network.timeout`; YARN and HDFS"
                            + " wait for about 10 minutes."),
            optional(
                    "storage",
                    ValueKind.SECTION,
                    "Where blocks lie. May be left out if every policy has a `storage` of its own."),
            required("workload", ValueKind.SECTION, "What is to do: exactly one of the keys of the section."),
            required(
                    "policies", ValueKind.LIST, "What is compared, at least one; the others are set beside the first."),
            required("seeds", ValueKind.LIST, "Each policy runs once with each of these whole numbers.")),
    CLUSTER(
            "cluster",
            required("racks", ValueKind.LIST, "The racks, at least one."),
            of("block-size", ValueKind.SIZE, "128 MiB", "Files are cut into blocks of this size."),
            of("task-start", ValueKind.TIME, "1 s", "From when a task has its slot to its first read.")),
    RACK(
            "cluster.racks[]",
            of("count", ValueKind.COUNT, "1", "How many such racks there are."),
            required("uplink", ValueKind.RATE, "Between the rack and the others, each way."),
            required("nodes", ValueKind.LIST, "Its nodes.")),
    NODE(
            "cluster.racks[].nodes[]",
            of("count", ValueKind.COUNT, "1", "How many such nodes there are in the rack."),
            required("slots", ValueKind.COUNT, "How many tasks a node runs at a time."),
            required("network", ValueKind.RATE, "Of its link, each way."),
            required("devices", ValueKind.LIST, "Its devices; at most one of tier `memory`.")),
    DEVICE(
            "cluster.racks[].nodes[].devices[]",
            choice("tier", Words.TIERS, "What kind it is."),
            of("count", ValueKind.COUNT, "1", "How many such devices a node has."),
            required("size", ValueKind.SIZE, "Room on it."),
            required("bandwidth", ValueKind.RATE, "Shared by all that read from it and write to it."),
            of(
                    "seek-loss",
                    ValueKind.FACTOR,
                    "0",
                    "How much longer many transfers at a time take in the end than one after the other: 0.4 for 40%.")),
    INTERFERENCE(
            "interference[]",
            required("node", ValueKind.COUNT, "The node's number, from 0 on, rack by rack."),
            choice("tier", Words.TIERS, "Of its first device of this tier."),
            of("streams", ValueKind.COUNT, "1", "How many read at a time."),
            of("period", ValueKind.TIME, "0 s", "They read so long and pause so long by turns; 0 for no pauses."),
            of("pauses-first", ValueKind.SWITCH, "false", "Whether they begin with a pause.")),
    FAULT(
            "faults[]",
            required("node", ValueKind.COUNT, "The node's number, from 0 on, rack by rack."),
            choice(
                    "kind",
                    List.of("fails", "slow"),
                    "`fails`: the node does not answer; when it is back, so is what was on its disks, but not what was in its memory. `slow`: its devices give"
                            + " a part of their bandwidth."),
            required("at", ValueKind.TIME, "When."),
            optional("until", ValueKind.TIME, "When it is over; without it never."),
            optional("factor", ValueKind.FACTOR, "Of `slow`, which part: above 0 and below 1; must be given."),
            optionalChoice("tier", Words.TIERS, "Of `slow`: only its devices of this tier; without it all."),
            of(
                    "computing",
                    ValueKind.SWITCH,
                    "false",
                    "Of `slow`: whether it computes at this part of its speed too.")),
    STORAGE(
            "storage, policies[].storage",
            choice(
                    "placement",
                    List.of("one-tier", "replica-per-tier"),
                    "`one-tier`: HDFS without tiers. `replica-per-tier`: one replica on each of the tiers. Nodes go by HDFS' default rule."),
            required("tiers", ValueKind.LIST, "Of `one-tier` the tier; of `replica-per-tier` one or several."),
            of("replicas", ValueKind.COUNT, "3", "How many, of `one-tier`."),
            of(
                    "settled",
                    ValueKind.SWITCH,
                    "false",
                    "Files of the start that memory has no room for lie on their disks when the first job comes; without it, they are being written there"
                            + " during the first minutes.")),
    WORKLOAD(
            "workload",
            optional("swim", ValueKind.SECTION, "A trace of the SWIM suite."),
            optional(
                    "facebook",
                    ValueKind.SECTION,
                    "1,000 jobs over six hours with the classes of sizes and the popularity of files of Trident's section 7.1,"
                            + " drawn anew for each seed."),
            optional("applications", ValueKind.LIST, "Applications as those of HiBench, each by its ratios."),
            optional("jobs", ValueKind.LIST, "Jobs, one by one, in the order of their arrivals."),
            optional("files", ValueKind.LIST, "Files that are there at the start, for `jobs`.")),
    SWIM(
            "workload.swim",
            required(
                    "file",
                    ValueKind.NAME,
                    "The trace, with or without input paths, also compressed (`.gz`); beside the scenario, or an absolute path."),
            of("sizes", ValueKind.FACTOR, "1", "Factor of all sizes."),
            of("times", ValueKind.FACTOR, "1", "Factor of all arrivals; below 1 the jobs come faster."),
            of(
                    "from",
                    ValueKind.TIME,
                    "0 s",
                    "Jobs before this time of the trace are left out, and this is the beginning."),
            optional("until", ValueKind.TIME, "So are jobs from this time of the trace on; without it none."),
            of("cpu", ValueKind.COST, "0.1 s/MiB", "Computing by what a task reads, of which a trace says nothing."),
            of("outputs", ValueKind.SWITCH, "true", "Whether jobs write what the trace says."),
            optional(
                    "reduce-input",
                    ValueKind.SIZE,
                    "How much of what the trace says a job shuffles each of its reduces fetches; this gives their number. Without it there are no reduces, and maps write.")),
    FACEBOOK("workload.facebook", of("cpu", ValueKind.COST, "0.1 s/MiB", "Computing by what a task reads.")),
    APPLICATION(
            "workload.applications[]",
            required("name", ValueKind.NAME, "Its name."),
            of("arrival", ValueKind.TIME, "0 s", "When the first one comes."),
            of("repeat", ValueKind.COUNT, "1", "How many come."),
            of("every", ValueKind.TIME, "0 s", "One so long after the other."),
            required("input", ValueKind.SIZE, "What it reads."),
            optional(
                    "file",
                    ValueKind.NAME,
                    "The file that it reads; those that name the same share it. Without it, each has its own."),
            of(
                    "iterations",
                    ValueKind.COUNT,
                    "1",
                    "How often it reads its input, each time when the time before has ended."),
            of("cpu", ValueKind.COST, "0 s/MiB", "Computing of maps by what they read."),
            of("shuffle", ValueKind.FACTOR, "0", "What all reduces fetch, by the input."),
            of(
                    "reduces",
                    ValueKind.COUNT,
                    "0",
                    "How many reduces each iteration has; without any there is no shuffle."),
            optional("reduce-cpu", ValueKind.COST, "Computing of reduces by what they fetch; without it as `cpu`."),
            of("output", ValueKind.FACTOR, "0", "What the last iteration writes, by the input."),
            of(
                    "lead",
                    ValueKind.TIME,
                    "0 s",
                    "From its submission until its tasks ask for slots, in which input may be brought in.")),
    FILE(
            "workload.files[]",
            required("name", ValueKind.NAME, "Its name."),
            required("size", ValueKind.SIZE, "Its length.")),
    JOB(
            "workload.jobs[]",
            required("name", ValueKind.NAME, "Its name."),
            of("arrival", ValueKind.TIME, "0 s", "When it comes."),
            optional(
                    "input",
                    ValueKind.NAME,
                    "A file that is there, or the name of a job before it whose output it reads; without it nothing."),
            optional("bytes", ValueKind.SIZE, "How much of it; without it all."),
            optional("after", ValueKind.NAME, "A job before it that must have ended when this one begins."),
            of("cpu", ValueKind.COST, "0 s/MiB", "Computing of maps by what they read."),
            of("reduces", ValueKind.COUNT, "0", "How many reduces there are."),
            of("shuffle", ValueKind.SIZE, "0 B", "What all reduces fetch."),
            optional("reduce-cpu", ValueKind.COST, "Computing of reduces by what they fetch; without it as `cpu`."),
            of("output", ValueKind.SIZE, "0 B", "What it writes."),
            of("lead", ValueKind.TIME, "0 s", "From its submission until its tasks ask for slots.")),
    POLICY(
            "policies[]",
            required("name", ValueKind.NAME, "What it is called in the results."),
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
                    "Over which slots is decided at a time: one at each heartbeat of a node, all that are free there, or all for tasks that find their input there"
                            + " until one has got a slot that does not, as Hadoop 2's schedulers do; all free ones"
                            + " of the cluster at each heartbeat of the scheduler; or those of them that Trident's algorithm 3 grants for what a job's tasks ask for."),
            of("heartbeat", ValueKind.TIME, "1 s", "Between two offers."),
            optional(
                    "locality-wait",
                    ValueKind.TIME,
                    "How long a job leaves slots to others on which none of its tasks would find its input, as Spark counts it (`spark.locality.wait`)."
                            + " Of `stock`, and of what other policies leave to the engine's own levels."),
            optional(
                    "locality-offers",
                    ValueKind.COUNT,
                    "The same as so many offers, as Hadoop counts it (`yarn.scheduler.capacity.node-locality-delay`); of the two keys one at most, without"
                            + " either no job waits."),
            of(
                    "shuffled",
                    ValueKind.SWITCH,
                    "false",
                    "Whether the nodes of an offer come in an order that is drawn, as in Spark; if not, by their numbers. Of no effect where one slot is offered."),
            optional(
                    "score-unit",
                    ValueKind.RATE,
                    "With what a tier of score 1 is read (`spark.tiercel.score.unit`): under `trident` a task then waits for a better slot for as long as this saves, under"
                            + " `quartet` for memory, as with Spark's plugin, and never longer than `locality-wait`. Without it none waits."),
            optional(
                    "storage",
                    ValueKind.SECTION,
                    "Where blocks lie under this policy, in place of the file's `storage`."),
            optional(
                    "memory",
                    ValueKind.SECTION,
                    "What the nodes' memory is used for beside the replicas placed there; without it nothing.")),
    MEMORY(
            "policies[].memory",
            choice(
                    "use",
                    List.of("nothing", "first-come", "page-cache", "inputs", "prefetch"),
                    "nothing",
                    "`nothing` but placed replicas, of which the oldest make room; `first-come`: placed replicas that stay; `page-cache`: what has been"
                            + " read stays while there is room; `inputs`: all files of the start are in memory for good; `prefetch`: jobs' input is brought in when they are submitted."),
            choice("eviction", EvictionPolicies.names(), "lru", "What leaves memory first."),
            choice(
                    "planner",
                    Words.PLANNERS,
                    PrefetchPlanners.ALL,
                    "Of `prefetch`: how much of a job's input is brought in when it is submitted: what by simulation shortens it most (`cost`), all, nothing, all from replicas"
                            + " chosen at random, or all at once and without taking any time (`oracle`, which no planner can do better than)."),
            of(
                    "least-gain",
                    ValueKind.FACTOR,
                    "0.01",
                    "Of planner `cost`: which part of a job's time a plan has to save."),
            of(
                    "max-delay",
                    ValueKind.TIME,
                    "0 s",
                    "Of planner `cost`: by how long it may hold a job's first tasks back."),
            of(
                    "yields",
                    ValueKind.SWITCH,
                    "false",
                    "Of `prefetch`: whether agents read from a device only while nobody else does, as where the kernel serves reads of the idle class last."),
            choice("binder", MigrationBinders.names(), LateBinder.NAME, "Of `prefetch`: which replica is brought in."),
            optional("budget", ValueKind.SIZE, "Of `prefetch`: how much of a node's memory; must be given."),
            choice(
                    "reads",
                    List.of("nearest", "memory-first", "migrated-first"),
                    "memory-first",
                    "Of `prefetch`: which replica a task reads: the nearest, one in memory wherever it is, or one chosen to come into memory."));

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
