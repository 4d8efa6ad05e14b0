package io.tiercel.cli.doctor.check;

import io.tiercel.cli.SparkJar;
import io.tiercel.cli.doctor.evidence.Evidence;
import io.tiercel.cli.doctor.evidence.SparkInstallation;
import io.tiercel.cli.spark.SparkCore;
import io.tiercel.cli.spark.SparkHome;
import io.tiercel.cli.spark.SwitchedOff;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Looks at the plugin in Spark's defaults: whether it is on, has its jar, and can do what it is asked to. */
final class SparkPluginCheck implements Check {
    @Override
    public String name() {
        return "spark-plugin";
    }

    @Override
    public void look(Evidence evidence, Report report) {
        evidence.spark().value().ifPresent(spark -> {
            Path file = spark.home().defaults();
            if (spark.isSwitchedOn()) {
                report.ok("switched on for all applications by " + file);
                settings(spark.defaults(), file, report);
            } else {
                report.ok("not switched on in " + file + "; 'tiercel submit' does it per application");
            }
            spark.core().ifPresent(core -> jars(spark, core, report));
            others(spark, file, report);
        });
    }

    private static void settings(Map<String, String> defaults, Path file, Report report) {
        SwitchedOff.by(defaults)
                .forEach(
                        off -> report.hint(off.text() + " in " + file, off.effect() + " until you take that line out"));
        boolean prefetches =
                !defaults.getOrDefault("spark.tiercel.prefetch", "none").equals("none");
        if (prefetches && !defaults.containsKey("spark.tiercel.coordinator")) {
            report.warning(
                    "spark.tiercel.prefetch is set in " + file
                            + " without spark.tiercel.coordinator: nothing is prefetched",
                    "add spark.tiercel.coordinator=HOST:PORT");
        }
    }

    private static void jars(SparkInstallation spark, SparkCore core, Report report) {
        List<String> jars = spark.ourJars();
        SparkJar fitting = SparkJar.of(core.scala());
        for (String jar : jars) {
            if (SparkJar.ofFile(jar) != fitting) {
                report.error(
                        jar + " is made for Scala " + SparkJar.ofFile(jar).scala() + ", this Spark has Scala "
                                + core.scala() + ": applications with it do not start",
                        "replace it by " + fitting.pattern());
            }
        }
        if (jars.isEmpty() && spark.isSwitchedOn() && !spark.hasWholeDirectories()) {
            report.warning(
                    "spark.plugins names Tiercel for all applications, and none of spark.jars, spark.driver.extraClassPath and "
                            + spark.home().jars() + " has its jar: an application without --jars does not start",
                    "set spark.jars to the path of " + fitting.pattern() + " in "
                            + spark.home().defaults());
        }
    }

    private static void others(SparkInstallation spark, Path file, Report report) {
        List<String> others = spark.plugins().stream()
                .filter(plugin -> !plugin.equals(SparkHome.PLUGIN))
                .toList();
        if (!others.isEmpty()) {
            report.hint(
                    "other plugins in " + file + ": " + String.join(", ", others),
                    "they keep running; one that replaces the task scheduler too would collide with Tiercel");
        }
    }
}
