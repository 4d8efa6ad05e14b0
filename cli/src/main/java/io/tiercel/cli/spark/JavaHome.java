package io.tiercel.cli.spark;

import java.nio.file.Path;
import java.util.Optional;

/** A Java installation. */
final class JavaHome {
    private JavaHome() {}

    /** The feature version that its {@code release} file states: 17, 21; 8 for the old {@code 1.8}. */
    static Optional<Integer> version(Path home) {
        String text = SparkProperties.ofFile(home.resolve("release"))
                .getOrDefault("JAVA_VERSION", "")
                .replace("\"", "")
                .replaceFirst("^1\\.", "");
        String feature = text.replaceFirst("[^0-9].*", "");
        return feature.isEmpty() ? Optional.empty() : Optional.of(Integer.parseInt(feature));
    }
}
