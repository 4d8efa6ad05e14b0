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
     * @param different tests that fail, with the reason why they must: one that passes has no business in the list
     */
    static DynamicContainer of(SparkSuite suite, SuiteReport report, Map<String, String> different) {
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

    private static DynamicTest test(SuiteReport.Case test, @Nullable String whyDifferent) {
        return whyDifferent == null
                ? dynamicTest(
                        test.name(),
                        () -> assertThat(test.problem()).as(test.name()).isEmpty())
                : dynamicTest(
                        "differs: " + test.name(),
                        () -> assertThat(test.problem()).as(whyDifferent).isPresent());
    }
}
