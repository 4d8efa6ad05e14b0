package io.tiercel.suites;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;

/** A jar of one package of this module: what an application, or the client of a server, brings along. */
final class PackageJar {
    private PackageJar() {}

    /** Packs the package of {@code member} as {@code jar}. */
    static Path create(Path jar, Class<?> member) {
        Path classes = Target.testClasses();
        try (var out = new JarOutputStream(Files.newOutputStream(jar));
                var files = Files.walk(classes.resolve(member.getPackageName().replace('.', '/')))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                out.putNextEntry(new JarEntry(classes.relativize(file).toString()));
                out.write(Files.readAllBytes(file));
            }
            return jar;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
