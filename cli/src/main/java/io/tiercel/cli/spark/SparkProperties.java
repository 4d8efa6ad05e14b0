package io.tiercel.cli.spark;

import io.tiercel.cli.CommandFailure;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/** Spark's properties files, read as Spark does. */
final class SparkProperties {
    private SparkProperties() {}

    /** The entries of a file; none if there is no such file. */
    static Map<String, String> ofFile(Path file) {
        if (!Files.isRegularFile(file)) {
            return Map.of();
        }
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            properties.load(reader);
        } catch (IOException | IllegalArgumentException e) {
            throw new CommandFailure(file + ": expected a properties file: " + e.getMessage());
        }
        Map<String, String> entries = new TreeMap<>();
        properties
                .stringPropertyNames()
                .forEach(key -> entries.put(key, properties.getProperty(key).trim()));
        return entries;
    }
}
