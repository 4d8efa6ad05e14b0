package io.tiercel.cli;

import java.nio.file.Path;

/** The jars of ours for Spark, one for each version of Scala. */
public enum SparkJar {
    SCALA_2_12("2.12", "tiercel-spark_2.12-", "bundle-2.12/target"),
    SCALA_2_13("2.13", "tiercel-spark-", "bundle/target");

    private final String scala;
    private final String begin;
    private final String target;

    SparkJar(String scala, String begin, String target) {
        this.scala = scala;
        this.begin = begin;
        this.target = target;
    }

    /** The jar that fits a Spark. @param scala its version of Scala, such as {@code 2.12} */
    public static SparkJar of(String scala) {
        return scala.equals(SCALA_2_12.scala) ? SCALA_2_12 : SCALA_2_13;
    }

    /** The kind of a jar, by its file's name. */
    public static SparkJar ofFile(String file) {
        return file.contains(SCALA_2_12.begin) ? SCALA_2_12 : SCALA_2_13;
    }

    public String scala() {
        return scala;
    }

    /** Its name, for people. */
    public String pattern() {
        return begin + "VERSION.jar";
    }

    /** @throws CommandFailure in one line, if it is not there */
    public Path file() {
        return PluginJars.find(target, begin + "*.jar");
    }
}
