package io.tiercel.suites;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

/** Spark's own suites pass against our scheduler where it finds no located input and so takes the stock path. */
final class StockPathSuitesIT {
    /** How many tests each suite declares in the Spark that we compile against: running fewer must not pass. */
    private static final Map<String, Integer> DECLARED = Map.of(
            "org.apache.spark.scheduler.TaskSchedulerImplSuite", 110,
            "org.apache.spark.scheduler.TaskSetManagerSuite", 69);

    @TestFactory
    Stream<DynamicNode> sparksSuites() {
        var result = new SparkSuites(
                        Target.directory().resolve("suites-stock-path"),
                        Map.of(
                                SparkSuites.TASK_SCHEDULER_IMPL, "org.apache.spark.scheduler.TiercelTaskSchedulerImpl",
                                SparkSuites.TASK_SET_MANAGER, "org.apache.spark.scheduler.PlainTaskSetManager"))
                .run(DECLARED.keySet().stream().sorted().toList());
        System.out.println(result.constructions());
        return result.reports().stream().map(StockPathSuitesIT::tests);
    }

    private static DynamicContainer tests(SuiteReport report) {
        var count = dynamicTest(report.suite() + " runs every test it declares", () -> assertThat(report.cases())
                .hasSize(DECLARED.get(report.suite())));
        var cases = report.cases().stream()
                .map(test -> dynamicTest(
                        test.name(),
                        () -> assertThat(test.problem()).as(test.name()).isEmpty()));
        return dynamicContainer(report.suite(), Stream.concat(Stream.of(count), cases));
    }
}
