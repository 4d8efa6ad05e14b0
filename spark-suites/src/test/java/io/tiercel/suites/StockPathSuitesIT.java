package io.tiercel.suites;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/** Spark's own suites pass against our scheduler where it finds no located input, and so takes the stock path. */
final class StockPathSuitesIT {
    private static final String SCHEDULER = "org.apache.spark.scheduler.TiercelTaskSchedulerImpl";
    private static final String MANAGER = "org.apache.spark.scheduler.TiercelTaskSetManager";
    private static final Map<String, String> OURS = Map.of(
            "org.apache.spark.scheduler.TaskSchedulerImpl", SCHEDULER,
            "org.apache.spark.scheduler.TaskSetManager", MANAGER);

    @TestFactory
    List<DynamicNode> everyTestOfTaskSetsPasses() {
        return run(SparkSuite.TASK_SET_MANAGER);
    }

    /** {@link PolicySuiteIT} runs this suite in every build, with the policy in force. */
    @TestFactory
    @Tag("slow")
    List<DynamicNode> everyTestOfTheSchedulerPasses() {
        return run(SparkSuite.TASK_SCHEDULER);
    }

    private static List<DynamicNode> run(SparkSuite suite) {
        var directory = Target.directory().resolve("stock-path").resolve(suite.name());
        var result = suite.run(directory, OURS, Map.of());
        var constructs = dynamicTest("constructs our classes", () -> assertThat(result.constructions())
                .containsOnlyKeys(OURS.values())
                .allSatisfy((name, times) -> assertThat(times).as(name).isPositive()));
        return List.of(constructs, SuiteTests.of(suite, result.report(), Map.of()));
    }
}
