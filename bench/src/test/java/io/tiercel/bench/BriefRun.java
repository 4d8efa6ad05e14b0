package io.tiercel.bench;

import java.util.Collection;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Runs benchmarks just long enough to see that they still run; their figures mean nothing. */
public final class BriefRun {
    private BriefRun() {}

    /** @throws RunnerException if one of them fails */
    public static Collection<RunResult> of(Class<?> benchmarks, String parameter, String value) throws RunnerException {
        return new Runner(new OptionsBuilder()
                        .include(benchmarks.getName())
                        .param(parameter, value)
                        .forks(0)
                        .warmupIterations(0)
                        .measurementIterations(1)
                        .measurementTime(TimeValue.milliseconds(20))
                        .verbosity(VerboseMode.SILENT)
                        .shouldFailOnError(true)
                        .build())
                .run();
    }
}
