package io.tiercel.sim.study;

import static io.tiercel.sim.study.StudyKey.choice;
import static io.tiercel.sim.study.StudyKey.of;
import static io.tiercel.sim.study.StudyKey.optional;
import static io.tiercel.sim.study.StudyKey.optionalChoice;
import static io.tiercel.sim.study.StudyKey.required;

import io.tiercel.assign.Policies;
import io.tiercel.cache.EvictionPolicies;
import io.tiercel.migrate.LateBinder;
import io.tiercel.migrate.MigrationBinders;
import io.tiercel.prefetch.PrefetchPlanners;
import io.tiercel.sim.migrate.Prefetching;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The sections of a scenario file and their keys, declared once: for reading, and for the reference. */
enum Section {
    SCENARIO(
            "the file",
            optional("title", Kind.NAME, "What the results are headed with; without it the file's name."),
            required("cluster", Kind.SECTION, "Racks, nodes and devices."),
            of("interference", Kind.LIST, "none", "Others that read from devices without pause."),
            of("faults", Kind.LIST, "none", "Nodes that fail or are slow."),
            of(
                    "node-expiry",
                    Kind.TIME,
                    "2 min",
                    "From when a node fails until scheduler, name node and coordinator notice it, unless it is back before: as Spark's `spark.network.timeout`; YARN and HDFS"
                            + " wait for about 10 minutes."),
            optional(
                    "storage",
                    Kind.SECTION,
                    "Where blocks lie. May be left out if every policy has a `storage` of its own."),
            required("workload", Kind.SECTION, "What is to do: exactly one of the keys of the section."),
            required("policies", Kind.LIST, "What is compared, at least one; the others are set beside the first."),
            required("seeds", Kind.LIST, "Each policy runs once with each of these whole numbers.")),
    CLUSTER(
            "cluster",
            required("racks", Kind.LIST, "The racks, at least one."),
            of("block-size", Kind.SIZE, "128 MiB", "Files are cut into blocks of this size."),
            of("task-start", Kind.TIME, "1 s", "From when a task has its slot to its first read.")),
    RACK(
            "cluster.racks[]",
            of("count", Kind.COUNT, "1", "How many such racks there are."),
            required("uplink", Kind.RATE, "Between the rack and the others, each way."),
            required("nodes", Kind.LIST, "Its nodes.")),
    NODE(
            "cluster.racks[].nodes[]",
            of("count", Kind.COUNT, "1", "How many such nodes there are in the rack."),
            required("slots", Kind.COUNT, "How many tasks a node runs at a time."),
            required("network", Kind.RATE, "Of its link, each way."),
            required("devices", Kind.LIST, "Its devices; at most one of tier `memory`.")),
    DEVICE(
            "cluster.racks[].nodes[].devices[]",
            choice("tier", Words.TIERS, "What kind it is."),
            of("count", Kind.COUNT, "1", "How many such devices a node has."),
            required("size", Kind.SIZE, "Room on it."),
            required("bandwidth", Kind.RATE, "Shared by all that read from it and write to it."),
            of(
                    "seek-loss",
                    Kind.FACTOR,
                    "0",
                    "How much longer many transfers at a time take in the end than one after the other: 0.4 for 40%.")),
    INTERFERENCE(
            "interference[]",
            required("node", Kind.COUNT, "The node's number, from 0 on, rack by rack."),
            choice("tier", Words.TIERS, "Of its first device of this tier."),
            of("streams", Kind.COUNT, "1", "How many read at a time."),
            of("period", Kind.TIME, "0 s", "They read so long and pause so long by turns; 0 for no pauses."),
            of("pauses-first", Kind.SWITCH, "false", "Whether they begin with a pause.")),
    FAULT(
            "faults[]",
            required("node", Kind.COUNT, "The node's number, from 0 on, rack by rack."),
            choice(
                    "kind",
                    List.of("fails", "slow"),
                    "`fails`: the node does not answer; when it is back, so is what was on its disks, but not what was in its memory. `slow`: its devices give"
                            + " a part of their bandwidth."),
            required("at", Kind.TIME, "When."),
            optional("until", Kind.TIME, "When it is over; without it never."),
            optional("factor", Kind.FACTOR, "Of `slow`, which part: above 0 and below 1; must be given."),
            optionalChoice("tier", Words.TIERS, "Of `slow`: only its devices of this tier; without it all."),
            of("computing", Kind.SWITCH, "false", "Of `slow`: whether it computes at this part of its speed too.")),
    STORAGE(
            "storage, policies[].storage",
            choice(
                    "placement",
                    List.of("one-tier", "replica-per-tier"),
                    "`one-tier`: HDFS without tiers. `replica-per-tier`: one replica on each of the tiers. Nodes go by HDFS' default rule."),
            required("tiers", Kind.LIST, "Of `one-tier` the tier; of `replica-per-tier` one or several."),
            of("replicas", Kind.COUNT, "3", "How many, of `one-tier`."),
            of(
                    "settled",
                    Kind.SWITCH,
                    "false",
                    "Files of the start that memory has no room for lie on their disks when the first job comes; without it, they are being written there"
                            + " during the first minutes.")),
    WORKLOAD(
            "workload",
            optional("swim", Kind.SECTION, "A trace of the SWIM suite."),
            optional(
                    "facebook",
                    Kind.SECTION,
                    "1,000 jobs over six hours with the classes of sizes and the popularity of files of Trident's section 7.1,"
                            + " drawn anew for each seed."),
            optional("applications", Kind.LIST, "Applications as those of HiBench, each by its ratios."),
            optional("jobs", Kind.LIST, "Jobs, one by one, in the order of their arrivals."),
            optional("files", Kind.LIST, "Files that are there at the start, for `jobs`.")),
    SWIM(
            "workload.swim",
            required(
                    "file",
                    Kind.NAME,
                    "The trace, with or without input paths, also compressed (`.gz`); beside the scenario, or an absolute path."),
            of("sizes", Kind.FACTOR, "1", "Factor of all sizes."),
            of("times", Kind.FACTOR, "1", "Factor of all arrivals; below 1 the jobs come faster."),
            of("from", Kind.TIME, "0 s", "Jobs before this time of the trace are left out, and this is the beginning."),
            optional("until", Kind.TIME, "So are jobs from this time of the trace on; without it none."),
            of("cpu", Kind.COST, "0.1 s/MiB", "Computing by what a task reads, of which a trace says nothing."),
            of("outputs", Kind.SWITCH, "true", "Whether jobs write what the trace says."),
            optional(
                    "reduce-input",
                    Kind.SIZE,
                    "How much of what the trace says a job shuffles each of its reduces fetches; this gives their number. Without it there are no reduces, and maps write.")),
    FACEBOOK("workload.facebook", of("cpu", Kind.COST, "0.1 s/MiB", "Computing by what a task reads.")),
    APPLICATION(
            "workload.applications[]",
            required("name", Kind.NAME, "Its name."),
            of("arrival", Kind.TIME, "0 s", "When the first one comes."),
            of("repeat", Kind.COUNT, "1", "How many come."),
            of("every", Kind.TIME, "0 s", "One so long after the other."),
            required("input", Kind.SIZE, "What it reads."),
            optional(
                    "file",
                    Kind.NAME,
                    "The file that it reads; those that name the same share it. Without it, each has its own."),
            of(
                    "iterations",
                    Kind.COUNT,
                    "1",
                    "How often it reads its input, each time when the time before has ended."),
            of("cpu", Kind.COST, "0 s/MiB", "Computing of maps by what they read."),
            of("shuffle", Kind.FACTOR, "0", "What all reduces fetch, by the input."),
            of("reduces", Kind.COUNT, "0", "How many reduces each iteration has; without any there is no shuffle."),
            optional("reduce-cpu", Kind.COST, "Computing of reduces by what they fetch; without it as `cpu`."),
            of("output", Kind.FACTOR, "0", "What the last iteration writes, by the input."),
            of(
                    "lead",
                    Kind.TIME,
                    "0 s",
                    "From its submission until its tasks ask for slots, in which input may be brought in.")),
    FILE("workload.files[]", required("name", Kind.NAME, "Its name."), required("size", Kind.SIZE, "Its length.")),
    JOB(
            "workload.jobs[]",
            required("name", Kind.NAME, "Its name."),
            of("arrival", Kind.TIME, "0 s", "When it comes."),
            optional(
                    "input",
                    Kind.NAME,
                    "A file that is there, or the name of a job before it whose output it reads; without it nothing."),
            optional("bytes", Kind.SIZE, "How much of it; without it all."),
            optional("after", Kind.NAME, "A job before it that must have ended when this one begins."),
            of("cpu", Kind.COST, "0 s/MiB", "Computing of maps by what they read."),
            of("reduces", Kind.COUNT, "0", "How many reduces there are."),
            of("shuffle", Kind.SIZE, "0 B", "What all reduces fetch."),
            optional("reduce-cpu", Kind.COST, "Computing of reduces by what they fetch; without it as `cpu`."),
            of("output", Kind.SIZE, "0 B", "What it writes."),
            of("lead", Kind.TIME, "0 s", "From its submission until its tasks ask for slots.")),
    POLICY(
            "policies[]",
            required("name", Kind.NAME, "What it is called in the results."),
            choice("assignment", Policies.names(), "Which task goes to which node."),
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
            of("heartbeat", Kind.TIME, "1 s", "Between two offers."),
            optional(
                    "locality-wait",
                    Kind.TIME,
                    "How long a job leaves slots to others on which none of its tasks would find its input, as Spark counts it (`spark.locality.wait`)."
                            + " Of `stock`, and of what other policies leave to the engine's own levels."),
            optional(
                    "locality-offers",
                    Kind.COUNT,
                    "The same as so many offers, as Hadoop counts it (`yarn.scheduler.capacity.node-locality-delay`); of the two keys one at most, without"
                            + " either no job waits."),
            of(
                    "shuffled",
                    Kind.SWITCH,
                    "false",
                    "Whether the nodes of an offer come in an order that is drawn, as in Spark; if not, by their numbers. Of no effect where one slot is offered."),
            optional(
                    "score-unit",
                    Kind.RATE,
                    "With what a tier of score 1 is read (`spark.tiercel.score.unit`): under `trident` a task then waits for a better slot for as long as this saves, under"
                            + " `quartet` for memory, as with Spark's plugin, and never longer than `locality-wait`. Without it none waits."),
            optional("storage", Kind.SECTION, "Where blocks lie under this policy, in place of the file's `storage`."),
            optional(
                    "memory",
                    Kind.SECTION,
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
                    "prefetch-all",
                    "Of `prefetch`: how much of a job's input is brought in when it is submitted: what by simulation shortens it most (`trident`), all, nothing, all from replicas"
                            + " chosen at random, or all at once and without taking any time (`oracle`, which no planner can do better than)."),
            of(
                    "least-gain",
                    Kind.FACTOR,
                    "0.01",
                    "Of planner `trident`: which part of a job's time a plan has to save."),
            of(
                    "max-delay",
                    Kind.TIME,
                    "0 s",
                    "Of planner `trident`: by how long it may hold a job's first tasks back."),
            of(
                    "yields",
                    Kind.SWITCH,
                    "false",
                    "Of `prefetch`: whether agents read from a device only while nobody else does, as where the kernel serves reads of the idle class last."),
            choice("binder", MigrationBinders.names(), LateBinder.NAME, "Of `prefetch`: which replica is brought in."),
            optional("budget", Kind.SIZE, "Of `prefetch`: how much of a node's memory; must be given."),
            choice(
                    "reads",
                    List.of("nearest", "memory-first", "migrated-first"),
                    "memory-first",
                    "Of `prefetch`: which replica a task reads: the nearest, one in memory wherever it is, or one chosen to come into memory."));

    private final String path;
    private final List<StudyKey> keys;

    Section(String path, StudyKey... keys) {
        this.path = path;
        this.keys = List.of(keys);
    }

    /** Where it stands in the file. */
    String path() {
        return path;
    }

    List<StudyKey> keys() {
        return keys;
    }

    Optional<StudyKey> key(String name) {
        return keys.stream().filter(key -> key.name().equals(name)).findFirst();
    }

    /** Words that several sections use; of an enum's own constants a constructor could not. */
    private static final class Words {
        private static final List<String> TIERS = List.of("memory", "ssd", "hdd");
        private static final List<String> PLANNERS = Stream.concat(
                        PrefetchPlanners.names().stream(), Stream.of(Prefetching.ORACLE))
                .toList();
    }
}
