package io.tiercel.cli.doctor.check;

import io.tiercel.cli.doctor.evidence.Evidence;

/** Whether slots may be held for better tasks. */
final class LocalityWaitCheck implements Check {
    private static final String KEY = "spark.locality.wait";

    @Override
    public String name() {
        return "locality-wait";
    }

    @Override
    public void look(Evidence evidence, Report report) {
        evidence.spark().value().ifPresent(spark -> {
            String wait = spark.defaults().getOrDefault(KEY, "3s");
            if (wait.matches("0+[a-z]*")) {
                report.hint(
                        KEY + " is " + wait + " in " + spark.home().defaults()
                                + ": no slot is kept free for a better task",
                        "take the line out; Spark's default is 3s");
            }
        });
    }
}
