package io.tiercel.hive;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;

final class HdfsDirectoriesTest {
    private static List<List<String>> chosen(String defaultFileSystem, String... paths) {
        Configuration conf = new Configuration(false);
        conf.set("fs.defaultFS", defaultFileSystem);
        List<List<Path>> steps = List.of(List.of(paths).stream().map(Path::new).toList());
        return HdfsDirectories.of(conf).of(steps);
    }

    @Test
    void directoriesOfHdfsAreNamedInFull() {
        assertThat(chosen("hdfs://here:8020", "/t/d=1", "hdfs://there:8020/t/d=2"))
                .containsExactly(List.of("hdfs://here:8020/t/d=1", "hdfs://there:8020/t/d=2"));
    }

    @Test
    void otherFileSystemsAreLeftOut() {
        assertThat(chosen("hdfs://here:8020", "file:/t/d=1", "s3a://bucket/t/d=2", "nullscan://null/t"))
                .isEmpty();
        assertThat(chosen("file:///", "/t/d=1")).isEmpty();
    }

    @Test
    void whatTheQueryItselfWritesIsLeftOut() {
        assertThat(chosen(
                        "hdfs://here:8020",
                        "/tmp/hive/session/stage-1",
                        "/t/.hive-staging_hive_2026/-ext-10000",
                        "/tmp/hives/t"))
                .containsExactly(List.of("hdfs://here:8020/tmp/hives/t"));
    }
}
