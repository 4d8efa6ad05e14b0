package io.tiercel.sim.workload;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.tiercel.sim.workload.SwimReader.SwimScale;
import io.tiercel.sim.workload.SwimReader.TraceException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;

/** A trace is read, or refused with file, line and reason. */
class SwimFuzzTest {
    @FuzzTest(maxDuration = "5s")
    void aTraceIsReadOrRefused(byte[] input) throws IOException {
        String text = new String(input, StandardCharsets.UTF_8);
        try {
            SwimReader.read(new BufferedReader(new StringReader(text)), "trace", new SwimScale(1, 1, 0, 0));
        } catch (TraceException e) {
            // Refused.
        }
    }
}
