package io.tiercel.suites;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.tiercel.suites.SuiteTests.Difference;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/**
 * Spark's suite of its task scheduler with a policy really in force: every task set that a test submits is located, and so matched by
 * trident or planned by tiercel.
 */
final class PolicySuiteIT {
    private static final String SCHEDULER = "org.apache.spark.scheduler.LocatingTaskSchedulerImpl";
    private static final String MANAGER = "org.apache.spark.scheduler.TiercelTaskSetManager";

    private static final Difference TIES =
            new Difference("of places that cost the same the plan takes the first, where Spark shuffles", true);
    private static final Difference MOCKED = new Difference(
            "the test tells of exclusions through a mocked copy of the manager, and the plan asks the original", true);
    private static final Difference MOCKED_AND_RACING = new Difference(
            MOCKED.why() + "; a failed task is told twice, by the test and by a thread of Spark's", false);
    private static final Difference MOCKED_AND_SHUFFLED = new Difference(
            MOCKED.why() + "; Spark shuffles the offers, and in some orders nothing excluded is chosen", false);
    private static final Difference WAITS =
            new Difference("the test has Spark wait for locality, where waiting is not known to save anything", true);

    /** Tests that cannot pass, with the reason; see docs/decisions/0701-sparks-own-suites.md. */
    private static final Map<String, Difference> DIFFERENT = Map.of(
            "Scheduler does not always schedule tasks on the same workers",
            TIES,
            "scheduled tasks obey task and stage excludelist",
            MOCKED,
            "SPARK-22148 abort timer should kick in when task is completely excluded & no new executor can be acquired",
            MOCKED_AND_RACING,
            "SPARK-22148 try to acquire a new executor when task is unschedulable with 1 executor",
            MOCKED_AND_RACING,
            "SPARK-22148 abort timer should clear unschedulableTaskSetToExpiryTime for all TaskSets",
            MOCKED_AND_RACING,
            "SPARK-22148 Ensure we don't abort the taskSet if we haven't been completely excluded",
            MOCKED_AND_RACING,
            "SPARK-31418 abort timer should kick in when task is completely excluded &allocation manager could not "
                    + "acquire a new executor before the timeout",
            MOCKED_AND_RACING,
            "don't abort if there is an executor available, though it hasn't had scheduled tasks yet",
            WAITS,
            "SPARK-16106 locality levels updated if executor added to existing host",
            WAITS);

    @TestFactory
    @Tag("slow")
    Stream<DynamicNode> everyTestPassesUnderTrident() {
        return run("trident", "\"policy\":\"trident\"", DIFFERENT);
    }

    @TestFactory
    Stream<DynamicNode> everyTestPassesUnderTiercel() {
        // Its plan has no ties between nodes: it gives a slot a task, not a task a slot.
        return run(
                "tiercel",
                "\"record\":\"",
                DIFFERENT.entrySet().stream()
                        .filter(each -> each.getValue() != TIES)
                        .collect(Collectors.toMap(
                                Map.Entry::getKey,
                                each -> each.getValue() == MOCKED ? MOCKED_AND_SHUFFLED : each.getValue())));
    }

    /** @param mark is in the records of the policy's decisions; barrier stages are always matched */
    private static Stream<DynamicNode> run(String policy, String mark, Map<String, Difference> different) {
        Path records = Target.emptied(Target.directory().resolve(policy + "-records"));
        var result = SparkSuite.TASK_SCHEDULER.run(
                Target.directory().resolve(policy),
                Map.of(
                        "org.apache.spark.scheduler.TaskSchedulerImpl", SCHEDULER,
                        "org.apache.spark.scheduler.TaskSetManager", MANAGER),
                Map.of("spark.tiercel.record.dir", records.toString(), "spark.tiercel.policy", policy));
        return Stream.of(
                dynamicTest("constructs our classes", () -> assertThat(result.constructions())
                        .containsOnlyKeys(SCHEDULER, MANAGER)),
                dynamicTest("decides by " + policy, () -> assertThat(decisions(records))
                        .hasSizeGreaterThan(SparkSuite.TASK_SCHEDULER.declared())
                        .anyMatch(line -> line.contains(mark))
                        .allMatch(line -> line.contains(mark) || line.contains("\"policy\":\"" + policy + "\""))),
                SuiteTests.of(SparkSuite.TASK_SCHEDULER, result.report(), different));
    }

    private static List<String> decisions(Path records) throws IOException {
        var lines = new ArrayList<String>();
        try (var files = Files.newDirectoryStream(records, "decisions-*")) {
            for (Path file : files) lines.addAll(Files.readAllLines(file));
        }
        return lines;
    }
}
