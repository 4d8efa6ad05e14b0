package io.tiercel.sim.scenario;

import static java.util.Map.entry;

import io.tiercel.assign.AssignmentPolicies;
import io.tiercel.cache.EvictionPolicy;
import io.tiercel.migrate.bind.MigrationBinder;
import io.tiercel.prefetch.plan.PrefetchPlanners;
import io.tiercel.sim.migrate.PrefetchSpec.PlannerSpec;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The sections of a scenario file and their keys, declared once for reading and for the reference. Each line declares a key: its name, its kind of
 * value or its words, its default, and its text. The default is {@code !} if the key is required, and empty if the text gives it.
 */
enum Section {
    SCENARIO(
            "the file",
            """
            title | name | | Heads the results. Default: the file's name.
            cluster | section | ! | Racks, nodes and devices.
            interference | list | none | Other readers on devices.
            faults | list | none | Nodes that fail or are slow.
            node-expiry | time | 2 min | Time from a node's failure until scheduler, NameNode and coordinator notice \
            it, unless it returns before: Spark's `spark.network.timeout`. YARN and HDFS wait for about 10 minutes.
            storage | section | | Where blocks lie. Optional if every policy has its own `storage`.
            workload | section | ! | Jobs and files: exactly one of the section's keys.
            policies | list | ! | The policies, at least one. The others are compared with the first.
            seeds | list | ! | Whole numbers. Each policy runs once with each.
            """),
    CLUSTER(
            "cluster",
            """
            racks | list | ! | The racks, at least one.
            block-size | size | 128 MiB | Files are cut into blocks of this size.
            task-start | time | 1 s | Time from when a task gets its slot to its first read.
            """),
    RACK(
            "cluster.racks[]",
            """
            count | count | 1 | Number of such racks.
            uplink | rate | ! | Bandwidth between the rack and the others, each way.
            nodes | list | ! | Its nodes.
            """),
    NODE(
            "cluster.racks[].nodes[]",
            """
            count | count | 1 | Number of such nodes in the rack.
            slots | count | ! | Tasks at a time on a node.
            network | rate | ! | Bandwidth of its link, each way.
            devices | list | ! | Its devices; at most one of tier `memory`.
            """),
    DEVICE(
            "cluster.racks[].nodes[].devices[]",
            """
            tier | memory, ssd, hdd | ! | Its tier.
            count | count | 1 | Number of such devices in a node.
            size | size | ! | Its size.
            bandwidth | rate | ! | Shared by all reads and writes.
            seek-loss | factor | 0 | How much longer many transfers at a time take than one after the other: 0.4 for \
            40%.
            """),
    INTERFERENCE(
            "interference[]",
            """
            node | count | ! | The node's number, from 0, rack by rack.
            tier | memory, ssd, hdd | ! | The node's first device of this tier.
            streams | count | 1 | Readers at a time.
            period | time | 0 s | They read and pause for this time by turns; 0 for no pauses.
            pauses-first | switch | false | Whether they begin with a pause.
            """),
    FAULT(
            "faults[]",
            """
            node | count | ! | The node's number, from 0, rack by rack.
            kind | fails, slow | ! | `fails`: the node is silent. When it returns, its disks hold their data, and its \
            memory is empty. `slow`: its devices keep a part of their bandwidth.
            at | time | ! | When it begins.
            until | time | | When it ends. Default: never.
            factor | factor | | For `slow`, where it is required: the part, above 0 and below 1.
            tier | memory, ssd, hdd | | For `slow`: only devices of this tier. Default: all.
            computing | switch | false | For `slow`: whether the node also computes at this part of its speed.
            """),
    STORAGE(
            "storage, policies[].storage",
            """
            placement | one-tier, replica-per-tier | ! | `one-tier`: HDFS without tiers. `replica-per-tier`: one \
            replica on each tier. Nodes follow HDFS' default rule.
            tiers | list | ! | For `one-tier` one tier; for `replica-per-tier` one or several.
            replicas | count | 3 | For `one-tier`: replicas of a block.
            settled | switch | false | Whether first files that memory has no room for lie on their disks when the \
            first job arrives. If not, they are being written there during the first minutes.
            """),
    WORKLOAD(
            "workload",
            """
            swim | section | | A trace of the SWIM suite.
            facebook | section | | 1,000 jobs over six hours with the size classes and file popularity of Trident's \
            section 7.1, drawn for each seed.
            applications | list | | Applications like HiBench's, described by ratios.
            jobs | list | | Single jobs, in the order of their arrivals.
            files | list | | Files that exist at the start, for `jobs`.
            """),
    SWIM(
            "workload.swim",
            """
            file | name | ! | The trace, with or without input paths, also compressed (`.gz`): beside the scenario, or \
            an absolute path.
            sizes | factor | 1 | Factor of all sizes.
            times | factor | 1 | Factor of all arrival times; below 1 jobs arrive faster.
            from | time | 0 s | Time of the trace at which the run begins; earlier jobs are left out.
            until | time | | Time of the trace from which jobs are left out. Default: none.
            cpu | cost | 0.1 s/MiB | Computing of a task by its input, which traces do not contain.
            outputs | switch | true | Whether jobs write the trace's outputs.
            reduce-input | size | | How much a reduce fetches, which determines the number of reduces. Without it \
            there are no reduces, and maps write.
            """),
    FACEBOOK(
            "workload.facebook",
            """
            cpu | cost | 0.1 s/MiB | Computing of a task by its input.
            """),
    APPLICATION(
            "workload.applications[]",
            """
            name | name | ! | Its name.
            arrival | time | 0 s | When the first one arrives.
            repeat | count | 1 | How many arrive.
            every | time | 0 s | Time between two arrivals.
            input | size | ! | The size of its input.
            file | name | | The input file. Applications with the same file share it. Default: a file for each.
            iterations | count | 1 | How often it reads its input, one time after the other.
            cpu | cost | 0 s/MiB | Computing of maps by their input.
            shuffle | factor | 0 | What all reduces fetch, as a factor of the input.
            reduces | count | 0 | Reduces of each iteration; without any there is no shuffle.
            reduce-cpu | cost | | Computing of reduces by what they fetch. Default: `cpu`.
            output | factor | 0 | What the last iteration writes, as a factor of the input.
            lead | time | 0 s | Time from submission until its tasks ask for slots, in which input may be prefetched.
            """),
    FILE(
            "workload.files[]",
            """
            name | name | ! | Its name.
            size | size | ! | Its length.
            """),
    JOB(
            "workload.jobs[]",
            """
            name | name | ! | Its name.
            arrival | time | 0 s | When it arrives.
            input | name | | A file, or the name of an earlier job whose output it reads. Default: nothing.
            bytes | size | | How much of the input. Default: all.
            after | name | | An earlier job that must have ended when this one begins.
            cpu | cost | 0 s/MiB | Computing of maps by their input.
            reduces | count | 0 | Number of reduces.
            shuffle | size | 0 B | What all reduces fetch.
            reduce-cpu | cost | | Computing of reduces by what they fetch. Default: `cpu`.
            output | size | 0 B | The size of its output.
            lead | time | 0 s | Time from submission until its tasks ask for slots.
            """),
    POLICY(
            "policies[]",
            """
            name | name | ! | Its name in the results.
            assignment | %s | ! | Which task goes to which node. `tiercel` knows the bandwidth of each device, and \
            takes only `all-slots`.
            offer | one-slot-of-a-node, all-slots-of-a-node, local-slots-of-a-node, all-slots, containers | all-slots \
            | The slots over which the policy decides at a time. Hadoop 2's schedulers offer one slot of a node at \
            each of its heartbeats, all free ones there, or those for tasks with local input until a task without \
            it has got one. `all-slots`: all free slots of the cluster at each heartbeat of the scheduler. \
            `containers`: those that Trident's algorithm 3 grants for a job's tasks.
            heartbeat | time | 1 s | Time between two offers.
            locality-wait | time | | Delay scheduling by time (`spark.locality.wait`): how long a job leaves slots \
            without local input to others. It holds for `stock`, and for tasks that other policies leave to the \
            engine's levels.
            locality-offers | count | | Delay scheduling by offers (`yarn.scheduler.capacity.node-locality-delay`). \
            Only one of the two keys may be set; without either no job waits.
            shuffled | switch | false | Whether nodes are offered in random order, as in Spark; if not, by number. No \
            effect where one slot is offered.
            score-unit | rate | | The bandwidth of a tier of score 1 (`spark.tiercel.score.unit`). Under `trident` a \
            task then waits for a better slot for as long as this saves, under `quartet` for memory, as with \
            Spark's plugin; never longer than `locality-wait`. Without it no task waits.
            storage | section | | Where blocks lie under this policy, instead of the file's `storage`.
            memory | section | | Use of the nodes' memory beside the replicas placed there. Default: none.
            """
                    .formatted(words(AssignmentPolicies.names()))),
    MEMORY(
            "policies[].memory",
            """
            use | nothing, first-come, page-cache, inputs, prefetch | nothing | `nothing`: placed replicas only; the \
            oldest make room. `first-come`: placed replicas that stay. `page-cache`: blocks that were read stay \
            while there is room. `inputs`: all first files are in memory for good. `prefetch`: jobs' input is \
            brought in at submission.
            eviction | %s | lru | What leaves memory first.
            planner | %s | all | For `prefetch`: which blocks of a job's input are brought in at submission. `cost` \
            selects those that shorten the job most in a simulation, `plan` by a linear program. `all` and `ignem` take all of them, `ignem` \
            from random replicas. `oracle` has all in memory at once, as an upper bound.
            least-gain | factor | 0.01 | For planners `cost` and `plan`: the part of a job's time that a plan has to save.
            max-delay | time | 0 s | For planner `cost`: the longest delay of a job's first tasks.
            yields | switch | false | For `prefetch`: whether agents read from a device only while nobody else does, \
            as the kernel's idle class.
            binder | %s | dyrs | For `prefetch`: chooses the replica that is brought in.
            budget | size | | For `prefetch`, where it is required: a part of each node's memory.
            reads | nearest, memory-first, migrated-first | memory-first | For `prefetch`: which replica a task reads: \
            the nearest, one in memory on any node, or one chosen to come into memory.
            """
                    .formatted(words(EvictionPolicy.names()), words(planners()), words(MigrationBinder.names())));

    static final String TITLE = "## All keys of a scenario file";

    private final String path;
    private final List<Key> keys;

    Section(String path, String keys) {
        this.path = path;
        this.keys = keys.lines().map(Key::of).toList();
    }

    /**
     * A key of a section.
     *
     * @param choices the words that it takes; empty for other kinds
     * @param without the default, as it would be written
     * @param doc one sentence or two
     */
    record Key(String name, String kind, List<String> choices, Optional<String> without, boolean required, String doc) {
        private static final Map<String, String> KINDS = Map.ofEntries(
                entry("size", "a size, as '128 MiB' or '1.5 GB'"),
                entry("rate", "a rate, as '160 MB/s' or '1 Gbit/s'"),
                entry("time", "a time, as '500 ms' or '2 h'"),
                entry("cost", "a time by size, as '0.1 s/MiB'"),
                entry("count", "a whole number"),
                entry("factor", "a number"),
                entry("switch", "true or false"),
                entry("name", "a name"),
                entry("section", "keys with values"),
                entry("list", "a list"));

        private static Key of(String line) {
            String[] cells = line.split(" *\\| *", 4);
            String kind = KINDS.getOrDefault(cells[1], "");
            List<String> choices = kind.isEmpty() ? List.of(cells[1].split(", ")) : List.of();
            boolean required = cells[2].equals("!");
            Optional<String> without = Optional.of(cells[2]).filter(text -> !required && !text.isEmpty());
            return new Key(cells[0], kind, choices, without, required, cells[3]);
        }

        /** The values that it takes, for messages. */
        String expected() {
            return choices.isEmpty() ? kind : "one of " + String.join(", ", choices);
        }

        private String row() {
            String values =
                    choices.isEmpty() ? kind.replaceFirst(", as .*", "") : "`" + String.join("`, `", choices) + "`";
            String missing = without.map(text -> "`" + text + "`").orElse(required ? "*must be there*" : "");
            return "| `" + name + "` | " + values + " | " + missing + " | " + doc + " |\n";
        }
    }

    private static String words(List<String> words) {
        return String.join(", ", words);
    }

    private static List<String> planners() {
        return Stream.concat(PrefetchPlanners.names().stream(), Stream.of(PlannerSpec.ORACLE))
                .toList();
    }

    List<Key> keys() {
        return keys;
    }

    Optional<Key> key(String name) {
        return keys.stream().filter(key -> key.name().equals(name)).findFirst();
    }

    /** The reference of all keys in Markdown, with its heading. */
    static String reference() {
        StringBuilder text = new StringBuilder(TITLE).append("\n\n");
        text.append(
                "A number has its unit beside it: sizes in B, kB, MB, GB, TB, PB or KiB, MiB, GiB, TiB, PiB; rates in"
                        + " these a second, or in kbit/s, Mbit/s, Gbit/s; times in ns, us, ms, s, min, h, d; costs are times by"
                        + " size. A key that is not listed is an error.\n");
        for (Section section : values()) {
            text.append("\n### ").append(section == SCENARIO ? section.path : "`" + section.path + "`");
            text.append("\n\n| key | value | without it | what it means |\n| --- | --- | --- | --- |\n");
            text.append(section.keys.stream().map(Key::row).collect(Collectors.joining()));
        }
        return text.toString();
    }
}
