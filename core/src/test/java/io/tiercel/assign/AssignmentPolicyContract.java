package io.tiercel.assign;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.model.Tier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Properties of every policy, independent of its preferences. A failing case bears its seed in its name. */
abstract class AssignmentPolicyContract {
    abstract AssignmentPolicy policy();

    static IntStream seeds() {
        return IntStream.range(0, 300);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void fillsEverySlotThatATaskWaitsForAndSaysWhy(int seed) {
        AssignmentProblem problem = SeededWorld.problem(seed);

        Decision decision = policy().decide(problem);

        // Assignment.of has checked that no node holds more tasks than slots.
        assertThat(decision.assignment().matched()).isEqualTo(problem.matchable());
        assertThat(decision.reasons()).hasSize(problem.tasks().size());
        for (int task = 0; task < problem.tasks().size(); task++) {
            assertThat(decision.reason(task) == Reason.NO_SLOT)
                    .as("task %d", task)
                    .isEqualTo(decision.assignment().nodeOf(task) == Assignment.NONE);
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void sameProblemSameAnswer(int seed) {
        Decision first = policy().decide(SeededWorld.problem(seed));
        Decision again = policy().decide(SeededWorld.problem(seed));

        assertThat(again.assignment().toArray()).isEqualTo(first.assignment().toArray());
        assertThat(again.reasons()).isEqualTo(first.reasons());
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void theOrderWithinAPriceListAndTheNumbersOfRacksDoNotMatter(int seed) {
        AssignmentProblem problem = SeededWorld.problem(seed);

        Assignment as = policy().assign(problem);
        Assignment shuffled = policy().assign(shuffled(problem, new Random(seed)));

        assertThat(shuffled.cost()).isEqualTo(as.cost());
        assertThat(shuffled.matched()).isEqualTo(as.matched());
    }

    @Test
    void nothingToDoIsDone() {
        Preferences anywhere = new Preferences(new int[0], new int[0], new Tier[0], new int[0], new int[0], 39_000);
        List<AssignmentProblem> empty = List.of(
                new AssignmentProblem(new int[0], new int[0], List.of()),
                new AssignmentProblem(new int[0], new int[0], List.of(anywhere)),
                new AssignmentProblem(new int[] {0}, new int[] {0}, List.of(anywhere)),
                new AssignmentProblem(new int[] {0}, new int[] {5}, List.of()));

        for (AssignmentProblem problem : empty) {
            assertThat(policy().assign(problem).matched()).isZero();
        }
    }

    @Test
    void isFoundByItsName() {
        assertThat(AssignmentPolicies.named(policy().name())).hasSameClassAs(policy());
    }

    private static AssignmentProblem shuffled(AssignmentProblem problem, Random random) {
        int[] rackNames = permutation(problem.racks(), random);
        int[] rackOf = IntStream.range(0, problem.nodes())
                .map(node -> rackNames[problem.rackOf(node)])
                .toArray();
        int[] slots = IntStream.range(0, problem.nodes()).map(problem::slots).toArray();
        List<Preferences> tasks = new ArrayList<>();
        for (Preferences task : problem.tasks()) {
            tasks.add(shuffled(task, rackNames, random));
        }
        return new AssignmentProblem(rackOf, slots, tasks);
    }

    private static Preferences shuffled(Preferences task, int[] rackNames, Random random) {
        int[] nodes = permutation(task.size(), random);
        int[] racks = permutation(task.racks().length, random);
        @Nullable Tier[] tiers = new Tier[nodes.length];
        for (int i = 0; i < nodes.length; i++) {
            tiers[i] = task.nodeTier(nodes[i]);
        }
        boolean[] arriving = new boolean[nodes.length];
        for (int i = 0; i < nodes.length; i++) {
            arriving[i] = task.isArriving(nodes[i]);
        }
        return new Preferences(
                Arrays.stream(nodes).map(task::node).toArray(),
                Arrays.stream(nodes).map(task::nodeCost).toArray(),
                tiers,
                arriving,
                Arrays.stream(racks).map(r -> rackNames[task.racks()[r]]).toArray(),
                Arrays.stream(racks).map(r -> task.rackCosts()[r]).toArray(),
                task.elsewhere());
    }

    private static int[] permutation(int length, Random random) {
        List<Integer> numbers =
                new ArrayList<>(IntStream.range(0, length).boxed().toList());
        Collections.shuffle(numbers, random);
        return numbers.stream().mapToInt(Integer::intValue).toArray();
    }
}
