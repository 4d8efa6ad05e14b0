package io.tiercel.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.config.ConfigException;
import io.tiercel.security.CoordinatorChannel;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DeadConnectionTest {
    /** Else an agent whose connection is dead would give back all that it holds. */
    @Test
    void anAgentNoticesADeadConnectionInHalfItsLease() throws ConfigException {
        assertThat(CoordinatorChannel.DEAD_WITHIN.multipliedBy(2))
                .isLessThanOrEqualTo(CoordinatorSettings.read(Map.of()).agentLease());
    }
}
