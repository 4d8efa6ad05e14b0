package io.tiercel.hdfs.locate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LocatorFileSystemsTest {
    private final Configuration conf = new Configuration(false);
    private final LocatorFileSystems fileSystems;

    LocatorFileSystemsTest() {
        conf.set("fs.defaultFS", "hdfs://nn:8020");
        fileSystems = new LocatorFileSystems(conf, Duration.ofSeconds(1));
    }

    @AfterEach
    void close() {
        fileSystems.close();
    }

    @ParameterizedTest
    @CsvSource({
        "/a/b, hdfs://nn:8020/",
        "hdfs:/a/b, hdfs://nn:8020/",
        "hdfs://other/a b%20c, hdfs://other/",
        "hdfs://under_score:1/a, hdfs://under_score:1/",
        "file:/tmp/x, file:/",
        "s3a://bucket/x, s3a://bucket/",
    })
    void aPathBelongsToAFileSystem(String path, URI root) {
        assertThat(fileSystems.uriOf(new Path(path))).isEqualTo(root);
    }

    @ParameterizedTest
    @ValueSource(strings = {"hdfs", "viewfs", "webhdfs", "swebhdfs"})
    void theseMayHaveLocations(String scheme) {
        assertThat(fileSystems.whyNotLocated(scheme)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"file", "s3a", "http", "har", "nosuchscheme"})
    void theseHaveNone(String scheme) {
        assertThat(fileSystems.whyNotLocated(scheme).orElseThrow()).startsWith(scheme + ": ");
    }

    @Test
    void oneClientServesAUserAndTheApplicationsOwnIsNotTouched() throws IOException {
        FileSystems.Key key =
                new FileSystems.Key(URI.create("hdfs://127.0.0.1:9/"), UserGroupInformation.createRemoteUser("me"));
        FileSystem first = fileSystems.open(key);
        assertThat(fileSystems.open(key)).isSameAs(first);
        try (FileSystem applications = FileSystem.get(key.uri(), conf)) {
            assertThat(applications).isNotSameAs(first);
        }
        fileSystems.failed(key, new IOException("Connection refused"));
        assertThat(fileSystems.open(key)).as("still good").isSameAs(first);
        fileSystems.failed(key, new IOException("Filesystem closed"));
        assertThat(fileSystems.open(key)).isNotSameAs(first);
    }
}
