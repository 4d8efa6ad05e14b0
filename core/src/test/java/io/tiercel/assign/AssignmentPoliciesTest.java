package io.tiercel.assign;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class AssignmentPoliciesTest {
    @Test
    void anUnknownNameIsAnsweredWithTheKnownOnes() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> AssignmentPolicies.named("tridant"))
                .withMessageContaining("stock")
                .withMessageContaining("got 'tridant'")
                .withMessageStartingWith("policy: expected one of ");
    }
}
