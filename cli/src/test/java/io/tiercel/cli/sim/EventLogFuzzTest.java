package io.tiercel.cli.sim;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.tiercel.cli.CommandFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** An event log is read, or refused in one line. */
class EventLogFuzzTest {
    @FuzzTest(maxDuration = "5s")
    void aLogIsReadOrRefused(byte[] input) throws IOException {
        Path log = Files.createTempFile("eventlog", "");
        try {
            Files.write(log, input);
            EventLogReader.read(log);
        } catch (CommandFailure e) {
            // Refused.
        } finally {
            Files.delete(log);
        }
    }
}
