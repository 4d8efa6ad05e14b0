package io.tiercel.spark.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.cachefs.Mounts;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

final class CachedFileSystemsTest {
    private static final String S3A = "org.apache.hadoop.fs.s3a.S3AFileSystem";
    private static final String SEAM = "org.apache.hadoop.fs.s3a.impl.streams.AbstractObjectInputStreamFactory";
    private static final String TAGS = "org.apache.hadoop.fs.EtagSource";
    private static final Mounts MOUNTS = new Mounts(List.of("/mnt/nfs"));

    private final Configuration hadoop = new Configuration();

    private CachedFileSystems of(Mounts mounts, String... classes) {
        return CachedFileSystems.of(hadoop, Set.of(classes)::contains, mounts);
    }

    @Test
    void newS3aGetsAFactoryOfStreams() {
        CachedFileSystems cached = of(Mounts.NONE, S3A, SEAM, TAGS);
        assertThat(cached.keys())
                .containsEntry("fs.s3a.input.stream.type", "custom")
                .containsEntry("fs.s3a.input.stream.custom.factory", "io.tiercel.cachefs.s3a.CachingStreamFactory")
                .doesNotContainKey("fs.s3a.impl");
        assertThat(cached.problems()).isEmpty();
    }

    @Test
    void olderS3aIsReplacedByItsSubclass() {
        CachedFileSystems cached = of(Mounts.NONE, S3A, TAGS);
        assertThat(cached.keys()).isEqualTo(Map.of("fs.s3a.impl", "io.tiercel.cachefs.s3a.CachedS3AFileSystem"));
        assertThat(cached.problems()).isEmpty();
    }

    @Test
    void s3aThatIsMissingOrTooOldIsAProblem() {
        for (String[] classes : new String[][] {{}, {S3A}}) {
            CachedFileSystems cached = of(Mounts.NONE, classes);
            assertThat(cached.keys()).isEmpty();
            assertThat(cached.problems())
                    .containsExactly(
                            "S3 is read without caches: expected S3A of Hadoop 3.3.4 or later on the class path"
                                    + " (hadoop-aws)");
        }
    }

    @Test
    void mountsNeedNoS3a() {
        CachedFileSystems cached = of(MOUNTS);
        assertThat(cached.keys()).isEqualTo(Map.of("fs.file.impl", "io.tiercel.cachefs.mount.CachedLocalFileSystem"));
        assertThat(cached.mounts()).isEqualTo(MOUNTS);
        assertThat(cached.problems()).isEmpty();
    }

    @Test
    void fileSystemsOfTheUsersOwnStay() {
        hadoop.set("fs.s3a.impl", "com.example.S3");
        hadoop.set("fs.file.impl", "com.example.Files");
        CachedFileSystems cached = of(MOUNTS, S3A, TAGS);
        assertThat(cached.keys()).isEmpty();
        assertThat(cached.mounts()).isEqualTo(Mounts.NONE);
        assertThat(cached.problems())
                .containsExactly(
                        "S3 is read without caches: fs.s3a.impl is 'com.example.S3': expected " + S3A,
                        "mounts are read without caches: fs.file.impl is 'com.example.Files': expected"
                                + " org.apache.hadoop.fs.LocalFileSystem");
    }
}
