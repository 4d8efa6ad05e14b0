package io.tiercel.spark.kubernetes;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Pattern;
import org.apache.spark.SparkConf;

/** Directories that all pods of a node share. */
public final class NodeVolumes {
    private static final Pattern MOUNT =
            Pattern.compile("spark\\.kubernetes\\.executor\\.volumes\\.hostPath\\.[^.]+\\.mount\\.path");

    private NodeVolumes() {}

    /** Whether Spark's configuration mounts the directory, or one above it, from the node. A pod template is not looked at. */
    public static boolean hold(SparkConf conf, String directory) {
        return Arrays.stream(conf.getAll())
                .filter(entry -> MOUNT.matcher(entry._1()).matches())
                .anyMatch(entry -> isBelow(directory, entry._2()));
    }

    private static boolean isBelow(String directory, String mount) {
        try {
            return Path.of(directory).normalize().startsWith(Path.of(mount).normalize());
        } catch (InvalidPathException e) {
            return false;
        }
    }
}
