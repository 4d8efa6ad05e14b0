package io.tiercel.cli.doctor.check;

import io.tiercel.cli.doctor.evidence.Coordinators.Named;
import io.tiercel.cli.doctor.evidence.Evidence;
import java.util.Collections;
import java.util.List;

/** Whether everybody who names a coordinator names the same. */
final class CoordinatorNamesCheck implements Check {
    private static final String SPARKS_KEY = "spark.tiercel.coordinator";

    @Override
    public String name() {
        return "coordinator-names";
    }

    @Override
    public void look(Evidence evidence, Report report) {
        evidence.coordinators().value().ifPresent(coordinators -> {
            names(coordinators.names(), report);
            spark(evidence, report);
        });
    }

    private static void names(List<Named> names, Report report) {
        for (Named named : names) {
            if (!named.problem().isEmpty()) {
                report.error(
                        named.source() + ": " + named.problem(),
                        "write HOST:PORT, several of them separated by commas, or hdfs://NAMESERVICE");
            }
        }
        List<Named> readable =
                names.stream().filter(named -> named.problem().isEmpty()).toList();
        for (Named other : readable) {
            Named first = readable.get(0);
            // One key may name one coordinator of two, and another key both.
            if (Collections.disjoint(first.endpoints(), other.endpoints())) {
                report.warning(
                        other.source() + " names the coordinator " + other.text() + ", and " + first.source()
                                + " names " + first.text(),
                        "make them the same, or see that both are the same machine");
            }
        }
    }

    /** Without the key, Spark's tasks do not go to memory. */
    private static void spark(Evidence evidence, Report report) {
        evidence.spark()
                .value()
                .filter(spark -> spark.isSwitchedOn() && !spark.defaults().containsKey(SPARKS_KEY))
                .ifPresent(spark -> report.hint(
                        SPARKS_KEY + " is not in " + spark.home().defaults()
                                + ": tasks go to SSDs and HDDs, and to memory only where an application sets it",
                        "add it there, with the same value"));
    }
}
