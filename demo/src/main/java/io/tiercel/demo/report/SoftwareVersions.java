package io.tiercel.demo.report;

import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.util.VersionInfo;

/** Versions of the software in the demo. */
public final class SoftwareVersions {
    private SoftwareVersions() {}

    /** Name to version, in the order in which to show them. */
    public static Map<String, String> shown() {
        Map<String, String> versions = new LinkedHashMap<>();
        String own = SoftwareVersions.class.getPackage().getImplementationVersion();
        versions.put("Tiercel", own == null ? "built from source" : own);
        versions.put("Spark", org.apache.spark.package$.MODULE$.SPARK_VERSION());
        versions.put("Hadoop", VersionInfo.getVersion());
        versions.put("JDK", System.getProperty("java.vm.version"));
        versions.put("system", System.getProperty("os.name") + " " + System.getProperty("os.version"));
        versions.put("processors", Integer.toString(Runtime.getRuntime().availableProcessors()));
        return versions;
    }
}
