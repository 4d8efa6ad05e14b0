package io.tiercel.demo.jobs;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A job that the demo's application can run. */
public interface SparkJob {
    /** As it is asked for. */
    String id();

    /** One line for the report. */
    String title();

    /** Runs it and returns its rows as text, in any order; equal results give equal rows. */
    List<String> run(InputTables tables);

    /** The one of that name. */
    static Optional<SparkJob> named(String id) {
        return Stream.<SparkJob>concat(Arrays.stream(TpchJob.values()), Arrays.stream(HiBenchJob.values()))
                .filter(job -> job.id().equals(id))
                .findFirst();
    }
}
