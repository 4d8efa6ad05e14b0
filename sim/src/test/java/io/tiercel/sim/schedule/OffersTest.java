package io.tiercel.sim.schedule;

import static io.tiercel.sim.cluster.Specs.MB;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tiercel.assign.AssignmentPolicies;
import io.tiercel.assign.CostModel;
import io.tiercel.assign.HoldScope;
import io.tiercel.model.Tier;
import io.tiercel.sim.cluster.Specs;
import io.tiercel.sim.engine.Engine;
import io.tiercel.sim.job.JobResult;
import io.tiercel.sim.job.Locality;
import io.tiercel.sim.run.RunSpec;
import io.tiercel.sim.run.RunSpecs;
import io.tiercel.sim.run.Simulation;
import io.tiercel.sim.schedule.SchedulingSpec.JobOrder;
import io.tiercel.sim.schedule.SchedulingSpec.LocalityWait;
import io.tiercel.sim.schedule.SchedulingSpec.OfferMode;
import io.tiercel.sim.storage.Placement;
import io.tiercel.sim.storage.Placement.OneTierPlacement;
import io.tiercel.sim.storage.Placement.ReplicaPerTierPlacement;
import io.tiercel.sim.workload.InputFile;
import io.tiercel.sim.workload.Job;
import io.tiercel.sim.workload.Workload;
import io.tiercel.stage.HoldRule;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What each way of offering slots, and waiting for better ones, does to where tasks read. */
final class OffersTest {
    private static final Placement ONE_COPY = new OneTierPlacement(Tier.HDD, 1);

    private static RunSpec scenario(
            Placement placement, int blocks, String policy, OfferMode offer, LocalityWait wait, long seed) {
        SchedulingSpec scheduling = new SchedulingSpec(
                AssignmentPolicies.named(policy),
                CostModel.trident(),
                offer,
                Engine.SECOND,
                wait,
                false,
                HoldRule.NEVER);
        return scenario(placement, blocks, scheduling, seed);
    }

    private static SchedulingSpec holding(OfferMode offer, HoldRule rule) {
        return new SchedulingSpec(
                AssignmentPolicies.named("trident"),
                CostModel.trident(),
                offer,
                Engine.SECOND / 2,
                LocalityWait.NONE,
                false,
                rule);
    }

    private static RunSpec scenario(Placement placement, int blocks, SchedulingSpec scheduling, long seed) {
        Workload workload = new Workload(
                List.of(new InputFile("in", blocks * 100 * MB)),
                List.of(new Job("job", 0, Optional.of("in"), blocks * 100 * MB, 0, Optional.empty(), 0)));
        return RunSpecs.plain(
                Specs.tiered(1, 10, 4, 1_000), placement, workload, scheduling, 100 * MB, Engine.SECOND, seed);
    }

    private static int reads(
            Placement placement, int blocks, String policy, OfferMode offer, LocalityWait wait, Locality... which) {
        int count = 0;
        for (long seed = 0; seed < 20; seed++) {
            JobResult job = Simulation.run(scenario(placement, blocks, policy, offer, wait, seed), 0)
                    .jobs()
                    .get(0);
            for (Locality locality : which) {
                count += job.reads().getOrDefault(locality, 0);
            }
        }
        return count;
    }

    /** One copy on ten nodes: without waiting a job of one block mostly reads over the network, with enough of it never. */
    @Test
    void aJobThatWaitsFindsItsInput() {
        Locality local = Locality.HDD_LOCAL;
        assertThat(reads(ONE_COPY, 1, "stock", OfferMode.ONE_SLOT_OF_A_NODE, LocalityWait.NONE, local))
                .isLessThan(8);
        assertThat(reads(ONE_COPY, 1, "stock", OfferMode.ONE_SLOT_OF_A_NODE, LocalityWait.ofOffers(40), local))
                .isEqualTo(20);
        assertThat(reads(
                        ONE_COPY,
                        1,
                        "stock",
                        OfferMode.ONE_SLOT_OF_A_NODE,
                        LocalityWait.ofNanos(5 * Engine.SECOND),
                        local))
                .isEqualTo(20);
    }

    /** Eight blocks on one node of four slots: half of the tasks wait until slots are free there, or until the wait is over. */
    @Test
    void waitingEnds() {
        RunSpec scenario = scenario(ONE_COPY, 8, "stock", OfferMode.ALL_SLOTS, LocalityWait.ofNanos(Engine.SECOND), 1);
        assertThat(Simulation.run(scenario, 0).jobs()).hasSize(1);
        assertThatThrownBy(() -> LocalityWait.ofOffers(-1))
                .hasMessage("locality wait: expected at least 0 offers and ns, got -1 and 9223372036854775807");
    }

    /**
     * Eighty blocks of one copy each, and an HDD's score for 25 MB/s, as four tasks share it. A task that would read over the network waits for up to 8 s, in which
     * each slot becomes free.
     */
    @Test
    void tasksWaitForBetterSlotsWhereThatSaves() {
        int without = 0;
        int with = 0;
        for (long seed = 0; seed < 20; seed++) {
            without += local(scenario(ONE_COPY, 80, holding(OfferMode.ALL_SLOTS, HoldRule.NEVER), seed));
            HoldRule rule = HoldRule.of(HoldScope.ANY_GAIN, 30_000, 20 * 25 * MB);
            with += local(scenario(ONE_COPY, 80, holding(OfferMode.ALL_SLOTS, rule), seed));
        }
        assertThat(without).isLessThan(20 * 72);
        assertThat(with).isGreaterThan(20 * 73);
    }

    private static int local(RunSpec scenario) {
        return Simulation.run(scenario, 0).jobs().get(0).reads().getOrDefault(Locality.HDD_LOCAL, 0);
    }

    /** Two jobs of 400 tasks each on 40 slots. In order the second one ends when all is done, and the first in half of the time. */
    @Test
    void jobsWithEqualRightsEndTogether() {
        long[] inOrder = durationsOfTwo(JobOrder.FIFO);
        long[] fairly = durationsOfTwo(JobOrder.FAIR);

        assertThat((double) inOrder[0] / inOrder[1]).isBetween(0.4, 0.6);
        assertThat((double) fairly[0] / fairly[1]).isBetween(0.9, 1.1);
        assertThat((double) fairly[1] / inOrder[1]).isBetween(0.95, 1.05);
        assertThatThrownBy(() -> holding(OfferMode.ALL_SLOTS, HoldRule.NEVER).with(JobOrder.FAIR))
                .hasMessage("fair jobs: expected offers of a node's slots, got ALL_SLOTS");
    }

    private static long[] durationsOfTwo(JobOrder order) {
        Workload workload = new Workload(List.of(new InputFile("in", 400 * 100 * MB)), List.of(job("a"), job("b")));
        SchedulingSpec scheduling =
                holding(OfferMode.ALL_SLOTS_OF_A_NODE, HoldRule.NEVER).with(order);
        return Simulation.run(
                        RunSpecs.plain(
                                Specs.tiered(1, 10, 4, 1_000),
                                new OneTierPlacement(Tier.HDD, 3),
                                workload,
                                scheduling,
                                100 * MB,
                                Engine.SECOND,
                                1),
                        0)
                .jobs()
                .stream()
                .mapToLong(JobResult::duration)
                .toArray();
    }

    private static Job job(String name) {
        return new Job(name, 0, Optional.of("in"), 400 * 100 * MB, 0, Optional.empty(), 0);
    }

    @Test
    void onlyOffersOfAllSlotsAreWaitedFor() {
        assertThatThrownBy(() -> holding(OfferMode.ONE_SLOT_OF_A_NODE, HoldRule.of(HoldScope.ANY_GAIN, 1, 1)))
                .hasMessage("hold: expected offers of all slots, got ONE_SLOT_OF_A_NODE");
    }

    /** A node that gives all its slots away at once gets tasks for which it has nothing. */
    @Test
    void theMoreSlotsANodeGivesAtOnceTheFewerTasksAreLocal() {
        Placement three = new OneTierPlacement(Tier.HDD, 3);
        int one = reads(three, 4, "stock", OfferMode.ONE_SLOT_OF_A_NODE, LocalityWait.NONE, Locality.HDD_LOCAL);
        int all = reads(three, 4, "stock", OfferMode.ALL_SLOTS_OF_A_NODE, LocalityWait.NONE, Locality.HDD_LOCAL);
        int local = reads(three, 4, "stock", OfferMode.LOCAL_SLOTS_OF_A_NODE, LocalityWait.NONE, Locality.HDD_LOCAL);
        assertThat(all).isLessThan(local).isLessThan(one);
    }

    /** Algorithm 3 and the matching in what it grants find every block in memory on a free cluster. */
    @Test
    void containersThatAreGrantedByPreferenceAreWhereMemoryIs() {
        Placement each = new ReplicaPerTierPlacement(List.of(Tier.MEMORY, Tier.SSD, Tier.HDD));
        assertThat(reads(each, 3, "trident", OfferMode.CONTAINERS, LocalityWait.NONE, Locality.MEMORY_LOCAL))
                .isGreaterThan(57);
    }
}
