package io.tiercel.hdfs.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import org.apache.hadoop.util.ServicePlugin;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class HiddenClassesTest {
    private static final String LIST = "META-INF/services/example.Service";

    @TempDir
    private Path jar;

    private URLClassLoader daemon;
    private HiddenClasses hidden;

    /** A daemon that has {@link Sample} twice, once hidden. */
    @BeforeEach
    void hide() throws IOException {
        String file = Sample.class.getName().replace('.', '/') + ".class";
        Path copy = jar.resolve("META-INF/tiercel").resolve(file);
        Files.createDirectories(copy.getParent());
        try (InputStream in = Sample.class.getClassLoader().getResourceAsStream(file)) {
            Files.copy(in, copy);
        }
        write(LIST, "the daemon's");
        write("META-INF/tiercel/" + LIST, "hidden");
        write("only-the-daemons", "the daemon's");
        daemon = new URLClassLoader(new URL[] {jar.toUri().toURL()}, getClass().getClassLoader());
        hidden = new HiddenClasses(daemon, "1.2");
    }

    private void write(String name, String text) throws IOException {
        Path file = jar.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    @Test
    void aHiddenClassComesBeforeTheDaemons() throws ReflectiveOperationException {
        Class<?> loaded = hidden.loadClass(Sample.class.getName());
        assertThat(loaded).isNotSameAs(Sample.class).isSameAs(hidden.loadClass(Sample.class.getName()));
        assertThat(loaded.getPackage().getImplementationVersion()).isEqualTo("1.2");
        assertThat(daemon.loadClass(Sample.class.getName())).isSameAs(Sample.class);
    }

    @Test
    void otherClassesAreTheDaemons() throws ReflectiveOperationException {
        assertThat(hidden.loadClass(ServicePlugin.class.getName())).isSameAs(ServicePlugin.class);
    }

    @Test
    void aHiddenListOfServicesStandsAlone() throws IOException {
        assertThat(Collections.list(hidden.getResources(LIST)))
                .singleElement()
                .asString()
                .endsWith("META-INF/tiercel/" + LIST);
        assertThat(hidden.getResource(LIST)).asString().endsWith("META-INF/tiercel/" + LIST);
        assertThat(Collections.list(hidden.getResources("only-the-daemons"))).hasSize(1);
        assertThat(hidden.getResource("nowhere")).isNull();
    }

    static final class Sample {}
}
