package io.tiercel.assign;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TiercelPolicyTest extends AssignmentPolicyContract {
    @Override
    AssignmentPolicy policy() {
        return new TiercelPolicy();
    }

    @Test
    void onlyItPlansStages() {
        assertThat(AssignmentPolicies.names())
                .filteredOn(name -> AssignmentPolicies.named(name).plansStages())
                .containsExactly("tiercel");
    }

    @Test
    void withoutAPlanItDecidesAsTrident() {
        AssignmentProblem problem = SeededWorld.problem(3);

        assertThat(policy().assign(problem).toArray())
                .isEqualTo(new TridentPolicy().assign(problem).toArray());
        assertThat(policy().decide(problem, () -> true)).isEmpty();
    }
}
