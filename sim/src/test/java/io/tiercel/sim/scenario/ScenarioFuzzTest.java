package io.tiercel.sim.scenario;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.tiercel.sim.workload.SwimReader.TraceException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** A scenario is read, or refused with file, line, key and reason. */
class ScenarioFuzzTest {
    @FuzzTest(maxDuration = "5s")
    void aScenarioIsReadOrRefused(byte[] input) {
        String text = new String(input, StandardCharsets.UTF_8);
        try {
            ScenarioFile.read(text, "scenario.yaml", Map.of(), name -> {
                throw new IOException("no traces here");
            });
        } catch (ScenarioException | TraceException e) {
            // Refused.
        }
    }
}
