package io.tiercel.cli.doctor.check;

import io.tiercel.cli.doctor.evidence.Evidence;
import java.util.Optional;
import java.util.regex.Pattern;

/** Whether Spark's master is one that was tried. */
final class MasterCheck implements Check {
    private static final Pattern TRIED =
            Pattern.compile("local(\\[.*])?|local-cluster\\[.*]|spark://.*|yarn", Pattern.CASE_INSENSITIVE);

    @Override
    public String name() {
        return "master";
    }

    @Override
    public void look(Evidence evidence, Report report) {
        if (evidence.spark().value().isEmpty()) {
            return;
        }
        Optional<String> master = evidence.master()
                .or(() -> Optional.ofNullable(evidence.sparkDefaults().get("spark.master")));
        master.ifPresent(name -> look(name, report));
    }

    private static void look(String name, Report report) {
        if (TRIED.matcher(name).matches()) {
            report.ok("master " + name);
        } else if (name.startsWith("k8s://")) {
            report.hint(
                    "master " + name + ": Kubernetes was tried against a fake API server only",
                    "have executors use their nodes' network if they read HDFS, and measure a job before you rely on it");
        } else {
            report.error(
                    "master " + name + ": Tiercel does not support it",
                    "use local[*], local-cluster[…], spark://HOST:PORT, yarn or k8s://…");
        }
    }
}
