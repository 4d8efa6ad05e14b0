package io.tiercel.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.yarn.ScenarioRun.Grants;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.TiercelCapacityScheduler;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The simulator's YARN and a ResourceManager with our scheduler grant the same containers in seeded worlds. */
class SameContainersTest {
    private static final int SEEDS = 200;
    private static final String DELAY = "yarn.scheduler.capacity.node-locality-delay";

    private static MockYarn yarn;

    @BeforeAll
    static void start() {
        yarn = new MockYarn(TiercelCapacityScheduler.class, Map.of());
    }

    @AfterAll
    static void stop() {
        yarn.close();
    }

    @Test
    void applicationsThatAskTogetherGetTheContainersOfTheSimulator() throws Exception {
        yarn.refresh(Map.of(DELAY, "-1"));
        assertThat(differences(0, SEEDS / 2, true, ScenarioRun.SSD)).isEmpty();
    }

    @Test
    void applicationsThatWaitForLocalityGetTheContainersOfTheSimulator() throws Exception {
        yarn.refresh(Map.of(DELAY, "40"));
        assertThat(differences(SEEDS / 2, SEEDS, false, ScenarioRun.SSD)).isEmpty();
    }

    /** So the cases above show something. */
    @Test
    void otherCostsGrantOtherContainers() throws Exception {
        yarn.refresh(Map.of(DELAY, "-1"));
        assertThat(differences(0, SEEDS / 20, true, 10 * ScenarioRun.SSD)).isNotEmpty();
    }

    /** By seed, where the two differ. */
    private static Map<Long, Grants> differences(int from, int to, boolean isTogether, double ssd) throws Exception {
        Map<Long, Grants> differences = new LinkedHashMap<>();
        for (long seed = from; seed < to; seed++) {
            Grants grants = new ScenarioRun(yarn, Scenario.of(seed), isTogether, ssd).play();
            if (!grants.simulated().equals(grants.real())) {
                differences.put(seed, apart(grants));
            }
        }
        return differences;
    }

    private static Grants apart(Grants grants) {
        TreeMap<String, Integer> simulated = new TreeMap<>(grants.simulated());
        simulated.entrySet().removeAll(grants.real().entrySet());
        TreeMap<String, Integer> real = new TreeMap<>(grants.real());
        real.entrySet().removeAll(grants.simulated().entrySet());
        return new Grants(simulated, real);
    }
}
