package io.tiercel.cli.doctor.check;

import io.tiercel.cli.doctor.evidence.Evidence;
import java.util.Set;

/** Whether HDFS knows racks. */
final class RacksCheck implements Check {
    @Override
    public String name() {
        return "racks";
    }

    @Override
    public void look(Evidence evidence, Report report) {
        evidence.hdfs()
                .value()
                .flatMap(hdfs -> hdfs.sample())
                .filter(sample -> sample.blocks() > 0)
                .ifPresent(sample -> look(sample.racks(), report));
    }

    private static void look(Set<String> racks, Report report) {
        if (racks.size() > 1) {
            report.ok(racks.size() + " racks: " + String.join(", ", racks));
        } else {
            report.hint(
                    "one rack only: " + String.join(", ", racks),
                    "if your cluster has more, set net.topology.script.file.name on the NameNode");
        }
    }
}
