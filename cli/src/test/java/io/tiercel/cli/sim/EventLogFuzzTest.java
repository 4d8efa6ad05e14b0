package io.tiercel.cli.sim;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.tiercel.cli.CommandFailure;
import io.tiercel.sim.whatif.ApplicationGain;
import io.tiercel.sim.whatif.Stated;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** An event log is read and has bounds, or is refused in one line. */
class EventLogFuzzTest {
    @FuzzTest(maxDuration = "5s")
    void aLogIsReadOrRefused(byte[] input) throws IOException {
        Path log = Files.createTempFile("eventlog", "");
        try {
            Files.write(log, input);
            ApplicationGain.of(EventLogReader.read(log), Stated.NOTHING);
        } catch (CommandFailure e) {
            // Refused.
        } finally {
            Files.delete(log);
        }
    }
}
