package io.tiercel.suites;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;

/** Each test that a suite ran, as a test of ours. */
final class SuiteTests {
    private SuiteTests() {}

    /**
     * Why a test fails.
     *
     * @param always whether it must; one that always fails and passes has no business in the list. Otherwise the test races with
     *     a thread of Spark's, and passes now and then
     */
    record Difference(String why, boolean always) {}

    /**
     * @param different tests that fail, by name
     */
    static DynamicContainer of(SparkSuite suite, SuiteReport report, Map<String, Difference> different) {
        var all = dynamicTest("runs every test that it declares", () -> assertThat(report.cases())
                .hasSize(suite.declared()));
        var known = dynamicTest("declares every test that is said to differ", () -> assertThat(
                        report.cases().stream().map(SuiteReport.Case::name))
                .containsAll(different.keySet()));
        return dynamicContainer(
                suite.name(),
                Stream.concat(
                        Stream.of(all, known),
                        report.cases().stream().map(test -> test(test, different.get(test.name())))));
    }

    private static DynamicTest test(SuiteReport.Case test, @Nullable Difference difference) {
        if (difference == null) {
            return dynamicTest(
                    test.name(),
                    () -> assertThat(test.problem()).as(test.name()).isEmpty());
        }
        return dynamicTest("differs: " + test.name(), () -> {
            if (difference.always()) {
                assertThat(test.problem())
                        .as("%s: %s", test.name(), difference.why())
                        .isPresent();
            }
        });
    }
}
