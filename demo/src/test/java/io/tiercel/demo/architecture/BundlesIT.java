package io.tiercel.demo.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The content of the jars that users put on the class paths of engines. */
final class BundlesIT {
    private static final Path HOME = Path.of(System.getProperty("tiercel.home"));
    private static final String VERSION = System.getProperty("tiercel.version");

    private static final int JAVA_8 = 52;

    /** Where no class loader but the plugins' own looks for classes. */
    private static final String HIDDEN = "META-INF/tiercel/";

    private enum Bundle {
        HDFS("bundle-hdfs", "tiercel-hdfs", 14, HIDDEN),
        SPARK("bundle", "tiercel-spark", 14, "org/apache/spark/scheduler/", "org/apache/spark/sql/tiercel/"),
        SPARK_OF_SCALA_2_12(
                "bundle-2.12",
                "tiercel-spark_2.12",
                14,
                "org/apache/spark/scheduler/",
                "org/apache/spark/sql/tiercel/"),
        MAPREDUCE("bundle-mapreduce", "tiercel-mapreduce", 13, "org/apache/hadoop/mapreduce/v2/app/"),
        HIVE("bundle-hive", "tiercel-hive", 13),
        TEZ("bundle-tez", "tiercel-tez", 13, "org/apache/tez/dag/app/rm/"),
        YARN(
                "bundle-yarn",
                "tiercel-yarn",
                12,
                "org/apache/hadoop/yarn/server/resourcemanager/scheduler/capacity/TiercelCapacityScheduler");

        private final String module;
        private final String title;
        private final int mostMiB;

        /** What names of classes may begin with. In an engine's packages only what must be there is. */
        private final List<String> prefixes;

        Bundle(String module, String title, int mostMiB, String... inEnginesPackages) {
            this.module = module;
            this.title = title;
            this.mostMiB = mostMiB;
            this.prefixes = Stream.concat(Stream.of("io/tiercel/"), Stream.of(inEnginesPackages))
                    .toList();
        }

        Path file() {
            return HOME.resolve(module).resolve("target").resolve(title + "-" + VERSION + ".jar");
        }

        BundleContents contents() {
            return new BundleContents(file());
        }

        JarFile open() throws IOException {
            return new JarFile(file().toFile());
        }
    }

    @ParameterizedTest
    @EnumSource
    void holdsWhatTheCheckedInListSays(Bundle bundle) throws IOException {
        Path list = HOME.resolve(bundle.module).resolve("contents.txt");
        assertThat(bundle.contents().checkedIn(list))
                .as(
                        "%s; if the change is meant, write it anew with ./mvnw -pl demo -am verify -Dtest=none"
                                + " -Dit.test=BundlesIT -Dsurefire.failIfNoSpecifiedTests=false"
                                + " -Dfailsafe.failIfNoSpecifiedTests=false -Dtiercel.rewrite=true",
                        list)
                .isEqualTo(bundle.contents().lines());
    }

    /** Classes of libraries are relocated under Tiercel's name, or hidden. */
    @ParameterizedTest
    @EnumSource
    void bringsNothingThatAnEngineCouldMistakeForItsOwn(Bundle bundle) throws IOException {
        assertThat(bundle.contents().classes()).isNotEmpty().allMatch(name -> bundle.prefixes.stream()
                .anyMatch(name::startsWith));
    }

    /** A daemon on an older JVM loads the plugins, which say then that they need a newer one. */
    @Test
    void allJvmsOfHadoopCanLoadThePluginsOfHdfs() throws IOException {
        List<String> visible = Bundle.HDFS.contents().classes().stream()
                .filter(name -> !name.startsWith(HIDDEN))
                .toList();
        assertThat(visible).allMatch(name -> name.startsWith("io/tiercel/hdfs/plugin/"));
        assertForJava8(Bundle.HDFS, visible);
    }

    /** As above: the plugin, and what Java's service loader finds. */
    @ParameterizedTest
    @EnumSource(names = {"SPARK", "SPARK_OF_SCALA_2_12"})
    void allJvmsOfSparkCanLoadWhatItLoadsByName(Bundle bundle) throws IOException {
        assertForJava8(
                bundle,
                bundle.contents().classes().stream()
                        .filter(name -> name.startsWith("io/tiercel/spark/TiercelPlugin")
                                || name.startsWith("io/tiercel/spark/shim/"))
                        .filter(name -> !name.endsWith("/JakartaPage.class"))
                        .toList());
    }

    private static void assertForJava8(Bundle bundle, List<String> classes) throws IOException {
        assertThat(classes).isNotEmpty();
        try (JarFile jar = bundle.open()) {
            for (String name : classes) {
                try (DataInputStream in = new DataInputStream(jar.getInputStream(jar.getEntry(name)))) {
                    assertThat(in.skipBytes(6)).isEqualTo(6);
                    assertThat(in.readUnsignedShort())
                            .as("class version of %s", name)
                            .isEqualTo(JAVA_8);
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void isSmall(Bundle bundle) throws IOException {
        assertThat(Files.size(bundle.file())).isLessThan((long) bundle.mostMiB << 20);
    }

    @ParameterizedTest
    @EnumSource
    void namesItselfInItsManifest(Bundle bundle) throws IOException {
        try (JarFile jar = bundle.open()) {
            Attributes attributes = jar.getManifest().getMainAttributes();
            assertThat(attributes.getValue("Implementation-Title")).isEqualTo(bundle.title);
            assertThat(attributes.getValue("Implementation-Version")).isEqualTo(VERSION);
        }
    }

    @ParameterizedTest
    @EnumSource
    void bearsTheLicenceAndTheNotice(Bundle bundle) throws IOException {
        for (String name : List.of("LICENSE", "NOTICE")) {
            try (JarFile jar = bundle.open();
                    InputStream in = jar.getInputStream(jar.getEntry("META-INF/" + name))) {
                assertThat(in.readAllBytes()).as(name).isEqualTo(Files.readAllBytes(HOME.resolve(name)));
            }
        }
    }

    /**
     * Two builds of one commit give the same bytes: no entry bears the time of its build. It bears the time that we state, or the one that
     * it had in its library.
     */
    @ParameterizedTest
    @EnumSource
    void bearsNoTimeOfItsBuild(Bundle bundle) throws IOException {
        LocalDateTime stated = LocalDateTime.of(2026, 1, 1, 0, 0);
        LocalDateTime built =
                LocalDateTime.ofInstant(Files.getLastModifiedTime(bundle.file()).toInstant(), ZoneId.systemDefault());
        try (JarFile jar = bundle.open()) {
            assertThat(jar.stream().filter(entry -> !isShaded(entry)).map(ZipEntry::getTimeLocal))
                    .isNotEmpty()
                    .containsOnly(stated);
            assertThat(jar.stream().map(ZipEntry::getTimeLocal)).allMatch(time -> time.isBefore(built.minusHours(1)));
        }
    }

    /** Whether the entry may come from a library's jar, as directories and lists of services may. */
    private static boolean isShaded(ZipEntry entry) {
        String name = entry.getName();
        return entry.isDirectory() || name.startsWith("io/tiercel/shaded/") || name.startsWith("META-INF/services/");
    }
}
