package io.tiercel.cli.doctor.check;

import io.tiercel.cli.doctor.evidence.Evidence;
import io.tiercel.cli.doctor.evidence.Seen;
import java.util.List;

/** Reports evidence that is missing: all that needs it was not checked. */
final class EvidenceCheck implements Check {
    @Override
    public String name() {
        return "evidence";
    }

    @Override
    public void look(Evidence evidence, Report report) {
        for (Seen<?> each :
                List.<Seen<?>>of(evidence.spark(), evidence.hadoop(), evidence.hdfs(), evidence.coordinators())) {
            if (each.value().isEmpty()) {
                report.missing(each);
            }
        }
    }
}
