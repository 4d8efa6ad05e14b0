package io.tiercel.json;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A line that is no record is refused in one way, whatever it holds. */
class RecordsFuzzTest {
    @FunctionalInterface
    private interface Parser {
        Object parse(String line) throws MalformedRecordException;
    }

    private static final List<Parser> PARSERS = List.of(
            RecordKind::of,
            DecisionRecords::parse,
            StageSummaries::parse,
            RecordedPlan::parse,
            RecordedOutcome::parse,
            ReadPlanRecords::parse,
            StageModelRecord::parse,
            StartsRecords::parse);

    @FuzzTest(maxDuration = "5s")
    void aLineIsReadOrRefused(byte[] input) {
        String line = new String(input, StandardCharsets.UTF_8);
        for (Parser parser : PARSERS) {
            try {
                parser.parse(line);
            } catch (MalformedRecordException e) {
                // Refused.
            }
        }
    }
}
