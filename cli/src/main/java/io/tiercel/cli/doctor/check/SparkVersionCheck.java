package io.tiercel.cli.doctor.check;

import io.tiercel.cli.CommandFailure;
import io.tiercel.cli.SparkJar;
import io.tiercel.cli.doctor.evidence.Evidence;
import io.tiercel.cli.doctor.evidence.SparkInstallation;
import io.tiercel.cli.spark.SparkCore;

/** Whether Spark's version is served, and by which jar. */
final class SparkVersionCheck implements Check {
    private static final String GET_SPARK = "point SPARK_HOME at a " + SupportedVersions.SPARKS;

    @Override
    public String name() {
        return "spark-version";
    }

    @Override
    public void look(Evidence evidence, Report report) {
        evidence.spark().value().ifPresent(spark -> look(spark, report));
    }

    private static void look(SparkInstallation spark, Report report) {
        if (spark.core().isEmpty()) {
            report.error("no spark-core jar in " + spark.home().jars(), GET_SPARK);
            return;
        }
        SparkCore core = spark.core().get();
        String what = core + " in " + spark.home().path();
        switch (SupportedVersions.of(core)) {
            case TESTED -> report.ok(what);
            case LATER ->
                report.warning(
                        what + " is later than any that was tried", "try it, or use " + SupportedVersions.SPARKS);
            case NONE -> report.error(what + " cannot be served", GET_SPARK);
        }
        if (SupportedVersions.of(core) != SupportedVersions.Support.NONE) {
            jar(SparkJar.of(core.scala()), report);
        }
        if (spark.home().sparkSubmit().isEmpty()) {
            report.hint("no bin/spark-submit in " + spark.home().path(), "'tiercel submit' needs it");
        }
    }

    private static void jar(SparkJar jar, Report report) {
        try {
            report.ok("the jar for it: " + jar.file());
        } catch (CommandFailure e) {
            report.warning("the jar for it, " + jar.pattern() + ", is not here: " + e.getMessage(), "get that jar");
        }
    }
}
