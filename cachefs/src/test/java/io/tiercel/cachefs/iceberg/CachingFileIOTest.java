package io.tiercel.cachefs.iceberg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tiercel.cachefs.CacheKeys;
import io.tiercel.cachefs.SettledCaches;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.CatalogUtil;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.hadoop.HadoopFileIO;
import org.apache.iceberg.inmemory.InMemoryFileIO;
import org.apache.iceberg.io.BulkDeletionFailureException;
import org.apache.iceberg.io.SeekableInputStream;
import org.apache.iceberg.io.StorageCredential;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Other sources than S3, and sources that are not there. */
@ExtendWith(SettledCaches.class)
final class CachingFileIOTest {
    @TempDir
    private Path directory;

    private CachingFileIO of(String source, Configuration conf) {
        Map<String, String> properties = new HashMap<>(Tables.cached(directory.resolve("cache")));
        properties.put(CachingFileIO.SOURCE, source);
        return (CachingFileIO) CatalogUtil.loadFileIO(CachingFileIO.class.getName(), properties, conf);
    }

    private CachingFileIO of(Class<?> source) {
        return of(source.getName(), new Configuration(false));
    }

    private static void write(CachingFileIO io, String location, String content) throws IOException {
        try (OutputStream out = io.newOutputFile(location).createOrOverwrite()) {
            out.write(content.getBytes(StandardCharsets.UTF_8));
        }
    }

    private static String read(CachingFileIO io, String location) throws IOException {
        try (SeekableInputStream in = io.newInputFile(location).newStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private long pages() throws Exception {
        Tables.flush(directory.resolve("cache"));
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(file -> file.getFileName().toString().matches("[0-9a-f]{64}-\\d+"))
                    .count();
        }
    }

    @Test
    void anotherSourcesFilesAreCachedByLocationAndLength() throws Exception {
        try (CachingFileIO io = of(HadoopFileIO.class)) {
            String file = directory.resolve("data/file").toString();
            write(io, file, "once");
            assertThat(read(io, file)).isEqualTo("once");
            assertThat(pages()).isEqualTo(1);
            assertThat(read(io, file)).isEqualTo("once");
            write(io, file, "longer");
            assertThat(read(io, file)).isEqualTo("longer");
        }
    }

    @Test
    void withoutTagsTableMetadataIsNotCached() throws Exception {
        try (CachingFileIO io = of(HadoopFileIO.class)) {
            String file = directory.resolve("metadata/v1.metadata.json").toString();
            for (String content : List.of("{1}", "{2}")) {
                write(io, file, content);
                assertThat(read(io, file)).isEqualTo(content);
            }
            assertThat(pages()).isZero();
        }
    }

    @Test
    void operationsGoToTheSource() throws Exception {
        try (CachingFileIO io = of(HadoopFileIO.class)) {
            String prefix = directory.resolve("prefix").toString();
            write(io, prefix + "/one", "1");
            write(io, prefix + "/two", "22");
            assertThat(io.listPrefix(prefix)).hasSize(2);
            io.deleteFiles(List.of(prefix + "/one"));
            assertThat(io.newInputFile(prefix + "/one").exists()).isFalse();
            assertThat(io.newInputFile(prefix + "/two").getLength()).isEqualTo(2);
            io.deletePrefix(prefix);
            assertThat(io.newInputFile(prefix + "/two").exists()).isFalse();
            assertThat(io.getConf()).isNotNull();
            assertThat(io.recoverFile(prefix + "/two")).isFalse();
        }
    }

    @Test
    void operationsThatTheSourceLacksAreDoneOneByOneOrRefused() throws Exception {
        try (CachingFileIO io = of(InMemoryFileIO.class)) {
            String file = "mem://CachingFileIOTest/";
            write(io, file + 1, "1");
            write(io, file + 2, "2");
            assertThatThrownBy(() -> io.deleteFiles(List.of(file + 1, file + "none", file + 2)))
                    .isInstanceOf(BulkDeletionFailureException.class);
            assertThatThrownBy(() -> io.newInputFile(file + 2)).isInstanceOf(NotFoundException.class);
            assertThatThrownBy(() -> io.listPrefix(file))
                    .isInstanceOf(UnsupportedOperationException.class)
                    .hasMessage("org.apache.iceberg.inmemory.InMemoryFileIO knows no operations on prefixes");
            List<StorageCredential> credentials = List.of(StorageCredential.create("s3", Map.of("key", "value")));
            io.setCredentials(credentials);
            assertThat(io.credentials()).isEqualTo(credentials);
        }
    }

    @Test
    void keysComeFromHadoopsConfigurationIfTheCatalogHasNone() throws Exception {
        Configuration conf = new Configuration(false);
        conf.set(CacheKeys.DIRECTORY.name(), directory.resolve("cache").toString());
        Map<String, String> properties = Map.of(CachingFileIO.SOURCE, HadoopFileIO.class.getName());
        try (CachingFileIO io =
                (CachingFileIO) CatalogUtil.loadFileIO(CachingFileIO.class.getName(), properties, conf)) {
            String file = directory.resolve("file").toString();
            write(io, file, "once");
            assertThat(read(io, file)).isEqualTo("once");
            assertThat(pages()).isEqualTo(1);
            assertThat(io.properties()).isEqualTo(properties);
        }
    }

    @Test
    void aSourceThatIsNotThereIsToldInOneLine() {
        assertThatThrownBy(() -> of("no.such.FileIO", new Configuration(false)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "tiercel.io-impl=no.such.FileIO: expected a FileIO on the class path of Iceberg, found no such"
                                + " class");
        assertThatThrownBy(() -> of(CachingFileIO.class))
                .hasMessage(
                        "tiercel.io-impl=io.tiercel.cachefs.iceberg.CachingFileIO: expected another FileIO than this"
                                + " one");
        assertThatThrownBy(() -> of(String.class)).isInstanceOf(IllegalArgumentException.class);
    }
}
