package io.tiercel.cli;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;

/** A directory laid out as a Spark. */
public record FakeSpark(Path home) {
    public static FakeSpark in(Path directory) throws IOException {
        Path home = Files.createDirectories(directory.resolve("spark"));
        Files.createDirectories(home.resolve("jars"));
        Files.createDirectories(home.resolve("bin"));
        Files.createDirectories(home.resolve("conf"));
        return new FakeSpark(home);
    }

    /** Gives it a jar of that name, without content. */
    public FakeSpark jar(String name) throws IOException {
        Files.createFile(home.resolve("jars").resolve(name));
        return this;
    }

    /** Gives it these jars as they are. */
    public FakeSpark jars(List<Path> jars) throws IOException {
        for (Path jar : jars) {
            Files.createSymbolicLink(home.resolve("jars").resolve(jar.getFileName()), jar);
        }
        return this;
    }

    /** Before JUnit warns of each link that it finds. */
    public void deleteJars() throws IOException {
        try (DirectoryStream<Path> jars = Files.newDirectoryStream(home.resolve("jars"))) {
            for (Path jar : jars) {
                Files.delete(jar);
            }
        }
    }

    public FakeSpark defaults(String text) throws IOException {
        Files.writeString(home.resolve("conf/spark-defaults.conf"), text);
        return this;
    }

    /** Gives it a {@code spark-submit} that runs these shell commands. */
    public FakeSpark submit(String script) throws IOException {
        Path file = Files.writeString(home.resolve("bin/spark-submit"), "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
        return this;
    }

    public Map<String, String> environment() {
        return Map.of("SPARK_HOME", home.toString());
    }
}
