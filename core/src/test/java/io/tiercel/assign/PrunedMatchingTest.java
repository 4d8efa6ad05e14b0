package io.tiercel.assign;

import static io.tiercel.assign.Round.hdd;
import static io.tiercel.assign.Round.memory;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tiercel.assign.matching.MinCostMatching;
import org.junit.jupiter.api.Test;

class PrunedMatchingTest {
    /** Trident, figure 4: nodes N1 to N6 are 0 to 5 here. */
    @Test
    void figure4KeepsNineOfEighteenSlots() {
        AssignmentProblem problem = Round.racks(0, 0, 0, 1, 1, 1)
                .slots(3, 3, 3, 3, 3, 3)
                .task(memory(0), memory(1), memory(3))
                .task(memory(0), memory(2), memory(3))
                .task(memory(1), memory(2), memory(3))
                .problem();

        assertThat(PrunedMatching.keptSlots(problem, 3)).containsExactly(2, 2, 2, 3, 0, 0);
        assertThat(PrunedMatching.solve(problem, 3).cost())
                .isEqualTo(MinCostMatching.solve(problem).assignment().cost());
    }

    /** Trident, below figure 4: with two slots a node there would be eight entries to keep, so nothing is pruned. */
    @Test
    void keepsAllSlotsBelowDTimesTheTasks() {
        AssignmentProblem problem = Round.racks(0, 0, 0, 0)
                .slots(2, 2, 2, 2)
                .task(memory(0), memory(1), memory(3))
                .task(memory(0), memory(2), memory(3))
                .task(memory(1), memory(2), memory(3))
                .problem();

        assertThat(PrunedMatching.keptSlots(problem, 3)).containsExactly(2, 2, 2, 2);
    }

    /** Trident, figure 5: N2 is node 1 here. */
    @Test
    void figure5KeepsTheTwoTasksThatPreferTheFreeSlot() {
        AssignmentProblem problem = Round.racks(0, 0, 0, 1)
                .slots(0, 1, 0, 0)
                .task(memory(0), memory(1), memory(3))
                .task(memory(0), memory(2), memory(3))
                .task(memory(1), hdd(2), hdd(3))
                .problem();

        assertThat(PrunedMatching.keptTasks(problem, 3)).containsExactly(0, 2);
        assertThat(PrunedMatching.solve(problem, 3).cost()).isEqualTo(1000);
    }

    /**
     * The paper's claim fails: three slots are kept for three tasks, yet tasks 0 and 1 both want node 0. Node 3, in its rack,
     * is pruned, and one of them has to cross racks.
     */
    @Test
    void pruningSlotsCanLoseTheOptimum() {
        AssignmentProblem problem = Round.racks(0, 1, 1, 0)
                .slots(1, 1, 1, 3)
                .task(memory(0))
                .task(memory(0))
                .task(memory(1), memory(2))
                .problem();

        assertThat(PrunedMatching.keptSlots(problem, 2)).containsExactly(1, 1, 1, 0);
        assertThat(MinCostMatching.solve(problem).assignment().cost()).isEqualTo(1000 + 41_000 + 1000);
        assertThat(PrunedMatching.solve(problem, 2).cost()).isEqualTo(1000 + 100_000 + 1000);
    }

    /** Two local tasks are kept for two slots, yet both want node 0; the one that is rack-local to node 1 is pruned. */
    @Test
    void pruningTasksCanLoseTheOptimum() {
        AssignmentProblem problem = Round.racks(0, 1, 1)
                .slots(1, 1, 0)
                .task(memory(0))
                .task(memory(0))
                .task(memory(2))
                .problem();

        assertThat(PrunedMatching.keptTasks(problem, 1)).containsExactly(0, 1);
        assertThat(MinCostMatching.solve(problem).assignment().cost()).isEqualTo(1000 + 41_000);
        assertThat(PrunedMatching.solve(problem, 1).cost()).isEqualTo(1000 + 100_000);
    }

    /** The same with a task that has no preference, and costs c0. */
    @Test
    void pruningTasksCanLoseTasksWithoutPreference() {
        AssignmentProblem problem = Round.racks(0, 1)
                .task(memory(0))
                .task(memory(0))
                .taskWithoutInput()
                .problem();

        assertThat(MinCostMatching.solve(problem).assignment().cost()).isEqualTo(1000 + 39_000);
        assertThat(PrunedMatching.solve(problem, 1).cost()).isEqualTo(1000 + 100_000);
    }

    /** All four tasks can be local at once, yet each on its HDD; one read within the rack would leave three in memory. */
    @Test
    void pruningResourcesCanLoseTheOptimumThoughAllTasksCanBeLocal() {
        AssignmentProblem problem = Round.racks(0, 1, 2, 3, 0)
                .slots(1, 1, 1, 1, 20)
                .task(hdd(0))
                .task(memory(0), hdd(1))
                .task(memory(1), hdd(2))
                .task(memory(2), hdd(3))
                .problem();

        assertThat(PrunedMatching.keptSlots(problem, 3)).containsExactly(1, 1, 1, 1, 0);
        assertThat(MinCostMatching.solve(problem).assignment().cost()).isEqualTo(3 * 1000 + 60_000);
        assertThat(PrunedMatching.solve(problem, 3).cost()).isEqualTo(4 * 20_000);
    }

    /** The tasks kept fill all slots locally, yet from HDDs; a task without preference would leave two in memory. */
    @Test
    void pruningTasksCanLoseTheOptimumThoughThoseKeptFillAllSlotsLocally() {
        AssignmentProblem problem = Round.racks(0, 1, 2)
                .task(hdd(0))
                .task(memory(0), hdd(1))
                .task(memory(1), hdd(2))
                .taskWithoutInput()
                .problem();

        assertThat(PrunedMatching.keptTasks(problem, 1)).containsExactly(0, 1, 2);
        assertThat(MinCostMatching.solve(problem).assignment().cost()).isEqualTo(2 * 1000 + 39_000);
        assertThat(PrunedMatching.solve(problem, 1).cost()).isEqualTo(3 * 20_000);
    }

    /** Seeded worlds: what pruning leaves is always a maximum matching, and never better than the optimum. */
    @Test
    void alwaysGivesAMaximumMatching() {
        int worse = 0;
        for (long seed = 0; seed < 1000; seed++) {
            AssignmentProblem problem = SeededWorlds.any(seed, true);
            Assignment pruned = PrunedMatching.solve(problem, 1);
            Assignment again = Assignment.of(problem, pruned.toArray());
            long least = MinCostMatching.solve(problem).assignment().cost();

            assertThat(pruned.matched()).as("seed %d", seed).isEqualTo(problem.matchable());
            assertThat(pruned.cost())
                    .as("seed %d", seed)
                    .isEqualTo(again.cost())
                    .isGreaterThanOrEqualTo(least);
            worse += pruned.cost() > least ? 1 : 0;
        }
        assertThat(worse).as("worlds in which pruning lost the optimum").isPositive();
    }

    @Test
    void rejectsAReplicationFactorBelowOne() {
        AssignmentProblem problem = Round.racks(0).problem();

        assertThatThrownBy(() -> new TridentPolicy().pruned(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("d: expected a replication factor of at least 1, got 0");
        assertThatThrownBy(() -> PrunedMatching.solve(problem, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("d: expected a replication factor of at least 1, got 0");
    }
}
