package io.tiercel.sim.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tiercel.assign.HoldScope;
import io.tiercel.model.Tier;
import io.tiercel.sim.cluster.ClusterSpec.DeviceSpec;
import io.tiercel.sim.engine.Engine;
import io.tiercel.sim.fault.Disturbances;
import io.tiercel.sim.fault.Disturbances.Fault;
import io.tiercel.sim.job.JobResult;
import io.tiercel.sim.migrate.PrefetchSpec;
import io.tiercel.sim.migrate.PrefetchSpec.AgentSpec;
import io.tiercel.sim.run.RunResult;
import io.tiercel.sim.run.Simulation;
import io.tiercel.sim.schedule.PlanSpec;
import io.tiercel.sim.schedule.SchedulingSpec;
import io.tiercel.sim.schedule.SchedulingSpec.LocalityWait;
import io.tiercel.sim.schedule.SchedulingSpec.OfferMode;
import io.tiercel.sim.workload.Job;
import io.tiercel.stage.HoldRule;
import java.io.BufferedReader;
import java.io.FileNotFoundException;
import java.io.StringReader;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ScenarioReaderTest {
    /** Line numbers are part of the tests below. */
    private static final String GOOD =
            """
            title: small
            cluster:
              racks:
                - uplink: 10 Gbit/s
                  nodes:
                    - count: 2
                      slots: 2
                      network: 125 MB/s
                      devices:
                        - {tier: memory, size: 1 GiB, bandwidth: 3.2 GB/s}
                        - {tier: hdd, count: 2, size: 100 GB, bandwidth: 100 MB/s}
            storage:
              placement: one-tier
              tiers: [hdd]
            workload:
              files:
                - {name: in, size: 300 MB}
              jobs:
                - {name: a, input: in, output: 200 MB}
                - {name: b, arrival: 1 s, input: a, cpu: 10 ms/MB, reduces: 2, shuffle: 10 MB}
                - {name: c, arrival: 1 s, after: b}
            policies:
              - name: one
                assignment: stock
              - name: two
                assignment: trident
                memory: {use: prefetch, budget: 512 MiB}
            seeds: [1, 2]
            """;

    private static final ScenarioFile.TraceOpener NO_TRACES = name -> {
        throw new FileNotFoundException(name + ": there is no such file or directory");
    };

    private static ScenarioFile read(String text) {
        return ScenarioFile.read(text, "s.yaml", Map.of(), NO_TRACES);
    }

    private static ScenarioFile readWithTrace(String workload, String trace) {
        String text =
                GOOD.substring(0, GOOD.indexOf("workload:")) + workload + GOOD.substring(GOOD.indexOf("policies:"));
        return ScenarioFile.read(text, "s.yaml", Map.of(), name -> new BufferedReader(new StringReader(trace)));
    }

    @Test
    void whatIsWrittenIsWhatIsRun() {
        ScenarioFile study = read(GOOD);

        assertThat(study.title()).isEqualTo("small");
        assertThat(study.seeds()).containsExactly(1L, 2L);
        assertThat(study.policies().get(0).storage().blockBytes()).isEqualTo(128 << 20);
        assertThat(study.setup().cluster().nodes()).isEqualTo(2);
        assertThat(study.setup().cluster().slots()).isEqualTo(4);
        assertThat(study.setup().cluster().racks().get(0).uplinkBytesPerSecond())
                .isEqualTo(1.25e9);
        assertThat(study.setup().cluster().racks().get(0).nodes().get(1).devices())
                .containsExactly(
                        new DeviceSpec(Tier.MEMORY, 3.2e9, 1L << 30),
                        new DeviceSpec(Tier.HDD, 1e8, 100_000_000_000L),
                        new DeviceSpec(Tier.HDD, 1e8, 100_000_000_000L));
        List<Job> jobs = study.setup().workload().apply(1).jobs();
        assertThat(jobs).extracting(Job::inputBytes).containsExactly(300_000_000L, 200_000_000L, 0L);
        assertThat(jobs.get(1).cpuSecondsPerByte()).isEqualTo(1e-8);
        assertThat(jobs.get(2).after()).isEqualTo(Optional.of("b"));
        assertThat(study.policies()).extracting(ScenarioFile.Policy::name).containsExactly("one", "two");
        assertThat(study.policies()
                        .get(1)
                        .storage()
                        .memory()
                        .prefetching()
                        .orElseThrow()
                        .budget())
                .isEqualTo(512 << 20);
    }

    @Test
    void jobsComeAfterOthers() {
        ScenarioFile study = read(GOOD);
        List<JobResult> jobs =
                Simulation.run(study.run(study.policies().get(0), 1), 0).jobs();

        assertThat(jobs).extracting(job -> job.job().name()).containsExactly("a", "b", "c");
        assertThat(jobs.get(1).began()).isEqualTo(jobs.get(0).ended());
        assertThat(jobs.get(2).began()).isEqualTo(jobs.get(1).ended());
    }

    /** Each key reaches what it is named after. */
    @Test
    void policiesWaitAskForContainersAndPlan() {
        ScenarioFile study = read(
                GOOD.replace(
                                "assignment: stock",
                                "assignment: stock\n    offer: all-slots-of-a-node\n    locality-offers: 40")
                        .replace(
                                "assignment: trident",
                                "assignment: trident\n    offer: containers\n    locality-wait: 3 s\n    shuffled: true")
                        .replace(
                                "{use: prefetch, budget: 512 MiB}",
                                "{use: prefetch, planner: cost, least-gain: 0.05, max-delay: 2 s, yields: true, budget: 512 MiB}"));

        SchedulingSpec stock = study.policies().get(0).scheduling();
        assertThat(stock.offer()).isEqualTo(OfferMode.ALL_SLOTS_OF_A_NODE);
        assertThat(stock.localityWait()).isEqualTo(LocalityWait.ofOffers(40));
        assertThat(stock.shuffles()).isFalse();
        ScenarioFile.Policy two = study.policies().get(1);
        assertThat(two.scheduling().offer()).isEqualTo(OfferMode.CONTAINERS);
        assertThat(two.scheduling().localityWait()).isEqualTo(LocalityWait.ofNanos(3 * Engine.SECOND));
        assertThat(two.scheduling().shuffles()).isTrue();
        PrefetchSpec planned = two.storage().memory().prefetching().orElseThrow();
        assertThat(planned.planner().name()).isEqualTo("cost");
        assertThat(planned.planner().settings().leastGain()).isEqualTo(0.05);
        assertThat(planned.planner().settings().maxDelay()).isEqualTo(2.0);
        assertThat(((AgentSpec) planned.carrier()).yields()).isTrue();
        for (ScenarioFile.Policy policy : study.policies()) {
            assertThat(Simulation.run(study.run(policy, 1), 0).jobs()).hasSize(3);
        }
    }

    @Test
    void faultsOfNodes() {
        ScenarioFile study = read(faults(
                "{node: 0, kind: fails, at: 1 s, until: 2 min}",
                "{node: 0, kind: fails, at: 2 min}",
                "{node: 1, kind: slow, at: 0 s, factor: 0.25, tier: hdd, computing: true}"));
        assertThat(study.setup().disturbances().faults())
                .containsExactly(
                        Fault.fails(0, Engine.SECOND, 120 * Engine.SECOND),
                        Fault.fails(0, 120 * Engine.SECOND, Fault.FOREVER),
                        Fault.slow(1, 0, Fault.FOREVER, 0.25, Optional.of(Tier.HDD), true));
        assertThat(study.setup().disturbances().expiry()).isEqualTo(Disturbances.USUAL_EXPIRY);
        assertThat(study.run(study.policies().get(0), 1).disturbances().faults())
                .isEqualTo(study.setup().disturbances().faults());
        assertThat(read(faults("{node: 0, kind: fails, at: 1 s}") + "node-expiry: 10 min\n")
                        .setup()
                        .disturbances()
                        .expiry())
                .isEqualTo(600 * Engine.SECOND);
        assertThat(read(GOOD).setup().disturbances().faults()).isEmpty();
        assertThat(read(GOOD).setup().disturbances().expiry()).isEqualTo(Disturbances.USUAL_EXPIRY);
    }

    @Test
    void faultsThatCannotBe() {
        for (List<String> each : List.of(
                List.of("{node: 2, kind: fails, at: 1 s}", "30: faults[0].node: expected a node below 2, got 2"),
                List.of(
                        "{node: 1, kind: fails, at: 2 s, until: 1 s}",
                        "30: faults[0].until: expected a time after 'at'"),
                List.of(
                        "{node: 1, kind: slow, at: 2 s, factor: 0.5, tier: ssd}",
                        "30: faults[0].tier: node 1 has no device of tier ssd"),
                List.of(
                        "{node: 1, kind: slow, at: 2 s}",
                        "30: faults[0]: expected the key 'factor' with 'slow': a number below 1, as '0.25', found none"),
                List.of(
                        "{node: 1, kind: slow, at: 2 s, factor: 1}",
                        "30: faults[0].factor: expected above 0 and below 1, got 1.0"),
                List.of(
                        "{node: 1, kind: fails, at: 2 s, factor: 0.5}",
                        "30: faults[0].factor: is of no use with 'fails', only with 'slow'"),
                List.of(
                        "{node: 1, kind: dies, at: 2 s}",
                        "30: faults[0].kind: expected one of fails, slow, got 'dies'"),
                List.of("{node: 1, kind: fails}", "30: faults[0]: expected the key 'at'"))) {
            assertThatThrownBy(() -> read(faults(each.get(0)))).hasMessageStartingWith("s.yaml:" + each.get(1));
        }
        assertThatThrownBy(() -> read(faults("{node: 1, kind: fails, at: 1 s}", "{node: 1, kind: fails, at: 2 s}")))
                .hasMessage("s.yaml:31: faults[1]: node 1: fails while it is away");
        assertThatThrownBy(() -> read(GOOD + "node-expiry: 1 s\n"))
                .hasMessage("s.yaml:29: node-expiry: is of no use without 'faults'");
    }

    private static String faults(String... faults) {
        return GOOD + "faults:\n  - " + String.join("\n  - ", faults) + "\n";
    }

    @Test
    void aPolicyThatPlansStagesTakesAllSlotsAndHoldsThemByItsOwnRule() {
        ScenarioFile study = read(GOOD.replace("assignment: stock", "assignment: tiercel\n    shuffled: true"));
        SchedulingSpec scheduling = study.policies().get(0).scheduling();
        assertThat(scheduling.plan()).contains(PlanSpec.EXACT);
        assertThat(scheduling.offer()).isEqualTo(OfferMode.ALL_SLOTS);
        assertThat(scheduling.heartbeat()).isEqualTo(Engine.SECOND);
        assertThat(study.policies().get(1).scheduling().plan()).isEmpty();

        assertThat(Simulation.run(study.run(study.policies().get(0), 1), 0).jobs())
                .hasSize(3);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            offer: containers  | offer: expected all-slots with 'tiercel', which plans whole stages
            locality-wait: 3 s | locality-wait: is of no use with 'tiercel', which holds slots by its own rule
            locality-offers: 4 | locality-offers: is of no use with 'tiercel', which holds slots by its own rule
            score-unit: 2 GB/s | score-unit: is of no use with 'tiercel', which holds slots by its own rule
            """)
    void aPolicyThatPlansStagesTakesNoOtherRule(String key, String message) {
        assertThatThrownBy(() -> read(GOOD.replace("assignment: stock", "assignment: tiercel\n    " + key)))
                .isInstanceOf(ScenarioException.class)
                .hasMessage("s.yaml:25: policies[0]." + message);
    }

    @Test
    void tasksWaitForBetterSlots() {
        String holding = "assignment: trident\n    locality-wait: 3 s\n    score-unit: 2 GB/s";
        ScenarioFile study = read(GOOD.replace("assignment: trident", holding));

        assertThat(study.policies().get(0).scheduling().hold()).isEqualTo(HoldRule.NEVER);
        assertThat(study.policies().get(1).scheduling().hold())
                .isEqualTo(HoldRule.of(HoldScope.ANY_GAIN, 3_000, 2_000_000_000));
        assertThat(Simulation.run(study.run(study.policies().get(1), 1), 0).jobs())
                .hasSize(3);
        assertThatThrownBy(() -> read(stock("locality-wait: 3 s\n    score-unit: 2 GB/s")))
                .hasMessage(
                        "s.yaml:26: policies[0].score-unit: is of no use with 'stock', which waits for no better slot");
        assertThatThrownBy(() -> read(stock("score-unit: 2 GB/s")))
                .hasMessage("s.yaml:25: policies[0].score-unit: expected the key 'locality-wait' with it: no task"
                        + " waits for longer");
        assertThatThrownBy(() -> read(stock("offer: containers\n    score-unit: 2 GB/s")))
                .hasMessage("s.yaml:26: policies[0].score-unit: is of no use with 'containers', only with 'all-slots'");
    }

    @Test
    void aWaitIsCountedInOneWay() {
        assertThatThrownBy(() -> read(stock("locality-wait: 3 s\n    locality-offers: 40")))
                .hasMessage("s.yaml:26: policies[0].locality-offers: is of no use with 'locality-wait': a wait is"
                        + " counted in one way");
        assertThatThrownBy(() -> read(stock("locality-wait: 3")))
                .hasMessage("s.yaml:25: policies[0].locality-wait: expected a time, as '500 ms' or '2 h', got '3'");
        assertThatThrownBy(() -> read(stock("locality-offers: -1")))
                .hasMessage("s.yaml:25: policies[0].locality-offers: expected a whole number of at least 0, got '-1'");
        assertThatThrownBy(() -> read(stock("offer: some")))
                .hasMessage("s.yaml:25: policies[0].offer: expected one of one-slot-of-a-node, all-slots-of-a-node,"
                        + " local-slots-of-a-node, all-slots, containers, got 'some'");
    }

    /** With more keys of the first policy. */
    private static String stock(String more) {
        return GOOD.replace("assignment: stock", "assignment: stock\n    " + more);
    }

    @Test
    void iterationsComeOneAfterTheOther() {
        String text = GOOD.substring(0, GOOD.indexOf("workload:"))
                + """
                workload:
                  applications:
                    - {name: late, arrival: 5 s, input: 100 MB, file: f}
                    - {name: loop, repeat: 2, every: 2 s, input: 200 MB, file: f, iterations: 3, output: 0.5}
                """
                + GOOD.substring(GOOD.indexOf("policies:"));
        ScenarioFile study = read(text);
        List<Job> jobs = study.setup().workload().apply(1).jobs();

        assertThat(jobs)
                .extracting(Job::name)
                .containsExactly("loop#1/1", "loop#1/2", "loop#1/3", "loop#2/1", "loop#2/2", "loop#2/3", "late");
        assertThat(jobs).extracting(Job::outputBytes).containsExactly(0L, 0L, 100_000_000L, 0L, 0L, 100_000_000L, 0L);
        RunResult run = Simulation.run(study.run(study.policies().get(0), 1), 0);
        JobResult first = job(run, "loop#1/1");
        assertThat(job(run, "loop#1/2").began()).isEqualTo(first.ended());
        assertThat(study.setup().workload().apply(1).files()).hasSize(1);
    }

    private static JobResult job(RunResult run, String name) {
        return run.jobs().stream()
                .filter(job -> job.job().name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            racks:                    | rakcs:                  | s.yaml:3: cluster: there is no key 'rakcs' here; did you mean 'racks'?
            title: small              | colour: red             | s.yaml:1: there is no key 'colour' here; there are title, cluster, interference, faults, node-expiry, storage, workload, policies, seeds
            seeds: [1, 2]             | # none                  | s.yaml:1: expected the key 'seeds': a list, found none
            size: 1 GiB               | size: -1 GiB            | s.yaml:10: cluster.racks[0].nodes[0].devices[0].size: expected at least 0, got '-1 GiB'
            size: 1 GiB               | size: 1024              | s.yaml:10: cluster.racks[0].nodes[0].devices[0].size: expected a size, as '128 MiB' or '1.5 GB', got '1024'
            size: 1 GiB               | size: [1]               | s.yaml:10: cluster.racks[0].nodes[0].devices[0].size: expected a size, as '128 MiB' or '1.5 GB', got a list
            network: 125 MB/s         | network: 0 MB/s         | s.yaml:8: cluster.racks[0].nodes[0].network: expected at least 1 B/s, got '0 MB/s'
            network: 125 MB/s         | network: 125 MB         | s.yaml:8: cluster.racks[0].nodes[0].network: expected a rate, as '160 MB/s' or '1 Gbit/s', got '125 MB'
            slots: 2                  | slots: two              | s.yaml:7: cluster.racks[0].nodes[0].slots: expected a whole number, got 'two'
            slots: 2                  | slots: 0                | s.yaml:3: cluster.racks: expected at least one slot, got none
            count: 2                  | count: 0                | s.yaml:6: cluster.racks[0].nodes[0].count: expected a whole number of at least 1, got '0'
            tier: memory              | tier: nvram             | s.yaml:10: cluster.racks[0].nodes[0].devices[0].tier: expected one of memory, ssd, hdd, got 'nvram'
            tiers: [hdd]              | tiers: [ssd]            | s.yaml:14: storage.tiers: no node of the cluster has a device of tier ssd
            tiers: [hdd]              | tiers: [hdd, memory]    | s.yaml:14: storage.tiers: expected one, for the placement is one-tier, got 2
            tier: memory, size        | tier: ssd, size         | s.yaml:27: policies[1].memory.use: prefetch needs memory, and no node of the cluster has a device of tier memory
            use: prefetch, budget     | use: page-cache, budget | s.yaml:27: policies[1].memory.budget: is of no use with 'page-cache', only with 'prefetch'
            use: prefetch, budget: 512 MiB | use: prefetch      | s.yaml:27: policies[1].memory: expected the key 'budget' with 'prefetch': a size, as '2 GiB', found none
            assignment: trident       | assignment: trydent     | s.yaml:26: policies[1].assignment: expected one of tiercel, trident, quartet, h-scheduler, mixapart, stock, got 'trydent'
            prefetch, budget          | prefetch, planner: dyrs, budget | s.yaml:27: policies[1].memory.planner: expected one of none, cost, plan, all, ignem, oracle, got 'dyrs'
            prefetch, budget          | prefetch, max-delay: 2 s, budget | s.yaml:27: policies[1].memory.max-delay: is of no use with 'all', only with 'cost'
            prefetch, budget          | prefetch, planner: cost, least-gain: 1, budget | s.yaml:27: policies[1].memory.least-gain: expected below 1, the whole of a job's time, got 1.0
            prefetch, budget: 512 MiB | page-cache, planner: cost | s.yaml:27: policies[1].memory.planner: is of no use with 'page-cache', only with 'prefetch'
            name: two                 | name: one               | s.yaml:25: policies[1].name: there is a policy 'one' already
            name: c, arrival: 1 s     | name: c, arrival: 500 ms | s.yaml:21: workload.jobs[2].arrival: expected at least that of the job before, 1.0 s, got 0.5 s
            after: b                  | after: d                | s.yaml:21: workload.jobs[2].after: there is no job 'd' before this one
            input: in                 | input: inn              | s.yaml:19: workload.jobs[0].input: there is no file 'inn', and no job before this one of that name
            reduces: 2, shuffle       | shuffle                 | s.yaml:20: workload.jobs[1].shuffle: expected 0 without reduces
            cpu: 10 ms/MB             | cpu: 10 ms              | s.yaml:20: workload.jobs[1].cpu: expected a time by size, as '0.1 s/MiB', got '10 ms'
            files:                    | facebook: {}            | s.yaml:17: expected YAML: expected <block end>, but found '<block sequence start>'
            seeds: [1, 2]             | seeds: [1, 1]           | s.yaml:28: seeds: seed 1 is there twice
            seeds: [1, 2]             | seeds: [1, x]           | s.yaml:28: seeds: expected a whole number, got 'x'
            seeds: [1, 2]             | seeds: [1, 2            | s.yaml:29: expected YAML: expected ',' or ']', but got <stream end>
            title: small              | seeds: [3]              | s.yaml:28: seeds: is there already, in line 1
            """)
    void whatCannotBeUsedIsSaidWithItsLine(String good, String bad, String message) {
        assertThat(GOOD).contains(good);
        assertThatThrownBy(() -> read(GOOD.replaceFirst(java.util.regex.Pattern.quote(good), bad)))
                .isInstanceOf(ScenarioException.class)
                .hasMessage(message);
    }

    @Test
    void valuesCanBeSetFromOutside() {
        ScenarioFile study = ScenarioFile.read(
                GOOD,
                "s.yaml",
                Map.of("seeds[1]", "7", "cluster.block-size", "1 MiB", "workload.files[0].size", "400 MB"),
                NO_TRACES);
        assertThat(study.seeds()).containsExactly(1L, 7L);
        assertThat(study.policies().get(0).storage().blockBytes()).isEqualTo(1 << 20);
        assertThat(study.setup().workload().apply(1).jobs().get(0).inputBytes()).isEqualTo(400_000_000);
        assertThatThrownBy(() -> ScenarioFile.read(GOOD, "s.yaml", Map.of("cluster.block-size", "big"), NO_TRACES))
                .hasMessage("--set cluster.block-size: expected a size, as '128 MiB' or '1.5 GB', got 'big'");
        assertThatThrownBy(() -> ScenarioFile.read(GOOD, "s.yaml", Map.of("seeds", "1,2"), NO_TRACES))
                .hasMessage("--set seeds: expected a list, got '1,2'; --set replaces one value, as seeds[0]");
        assertThatThrownBy(() -> ScenarioFile.read(GOOD, "s.yaml", Map.of("seeds[5]", "1"), NO_TRACES))
                .hasMessage("--set seeds[5]: the scenario has no [5] there");
    }

    @Test
    void aTraceIsCutAndScaled() {
        String trace = "j1\t0\t0\t100\t0\t7\tp\t\nj2\t60\t60\t200\t0\t0\tp\t\nj3\t120\t60\t300\t0\t9\tq\t\n";
        ScenarioFile study = readWithTrace(
                "workload:\n  swim: {file: t.tsv, from: 1 min, until: 2 min, sizes: 10, times: 0.5}\n", trace);
        List<Job> jobs = study.setup().workload().apply(1).jobs();

        assertThat(jobs).extracting(Job::name).containsExactly("j2");
        assertThat(jobs.get(0).arrival()).isZero();
        assertThat(jobs.get(0).inputBytes()).isEqualTo(2_000);
        assertThat(readWithTrace("workload:\n  swim: {file: t.tsv, times: 0.5}\n", trace)
                        .setup()
                        .workload()
                        .apply(1)
                        .jobs())
                .extracting(Job::arrival)
                .containsExactly(0L, 30 * Engine.SECOND, 60 * Engine.SECOND);
    }

    @Test
    void jobsOfATraceHaveReducesIfTheScenarioSaysHowLargeTheyAre() {
        String trace = "j1\t0\t0\t100\t2500\t7\n";
        for (String outputs : List.of("true", "false")) {
            String swim = "workload:\n  swim: {file: t.tsv, reduce-input: 1 kB, outputs: " + outputs + "}\n";
            Job job = readWithTrace(swim, trace)
                    .setup()
                    .workload()
                    .apply(1)
                    .jobs()
                    .get(0);
            assertThat(job.reduce().tasks()).isEqualTo(3);
            assertThat(job.reduce().shuffleBytes()).isEqualTo(2_500);
            assertThat(job.outputBytes()).isEqualTo(outputs.equals("true") ? 7 : 0);
        }
        assertThatThrownBy(() -> readWithTrace("workload:\n  swim: {file: t.tsv, reduce-input: 0 B}\n", trace))
                .hasMessageContaining("workload.swim.reduce-input: expected above 0, got 0");
        assertThatThrownBy(() -> readWithTrace(
                        "workload:\n  swim: {file: t.tsv, reduce-input: 1 B}\n", "j1\t0\t0\t1\t9999999999\t0\n"))
                .hasMessage("t.tsv:1: shuffle bytes: expected at most 2147483647 reduces of 1 bytes each, got more");
    }

    @Test
    void aBadTraceIsSaidWithItsOwnLine() {
        assertThatThrownBy(() ->
                        readWithTrace("workload:\n  swim: {file: t.tsv}\n", "j1\t5\t0\t1\t0\t0\nj2\t4\t0\t1\t0\t0\n"))
                .hasMessage("t.tsv:2: submission: expected at least 5 (the line before), got 4");
        assertThatThrownBy(() -> readWithTrace("workload:\n  swim: {file: t.tsv}\n", "j1\t5\t0\n"))
                .hasMessageStartingWith("t.tsv:1: expected at least 6 columns");
        assertThatThrownBy(() -> read(GOOD.substring(0, GOOD.indexOf("workload:"))
                        + "workload:\n  swim:\n    file: t.tsv\n" + GOOD.substring(GOOD.indexOf("policies:"))))
                .hasMessage("s.yaml:17: workload.swim.file: cannot be read: t.tsv: there is no such file or directory");
    }
}
