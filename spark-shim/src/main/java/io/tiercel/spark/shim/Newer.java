package io.tiercel.spark.shim;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes objects of classes that need a newer JVM than this one may be. They are known here by their names only. */
public final class Newer {
    private static final Logger LOG = LoggerFactory.getLogger("io.tiercel.spark.TiercelPlugin");
    private static final int OLDEST = 17;

    private Newer() {}

    /** Whether this JVM can load the rest of the jar. */
    public static boolean isPossible() {
        return feature(System.getProperty("java.specification.version", "")) >= OLDEST;
    }

    /** 8 for {@code 1.8}, 17 for {@code 17}; 0 for what is no version. */
    static int feature(String version) {
        try {
            return Integer.parseInt(version.startsWith("1.") ? version.substring(2) : version);
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    /**
     * An object of a class, made by its constructor without parameters.
     *
     * @param isLogged whether a line in the log says why there is none
     * @return null if there is none: the JVM is too old, or the class is missing or does not fit
     */
    public static <T> T make(Class<T> type, String name, boolean isLogged) {
        String why;
        if (isPossible()) {
            try {
                ClassLoader ours = Newer.class.getClassLoader();
                return type.cast(
                        Class.forName(name, true, ours).getDeclaredConstructor().newInstance());
            } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
                why = "this Spark does not fit (" + e + ")";
            }
        } else {
            why = "it needs Java " + OLDEST + " or later, this is Java " + System.getProperty("java.version");
        }
        if (isLogged) {
            LOG.error("Tiercel is off, Spark's own scheduler runs: {}", why);
        }
        return null;
    }
}
