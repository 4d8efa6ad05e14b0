package io.tiercel.cachefs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.cachefs.s3a.CachingStreamFactory;
import io.tiercel.testkit.s3.S3Server;
import io.tiercel.testkit.s3.SharedLink;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** One file on a real S3 server, which all tests of this JVM share, and a link to it that counts and fails. Each test has its own caches. */
@ExtendWith(SettledCaches.class)
abstract class OverS3Server {
    static final int PAGE = 64 << 10;
    static final int LENGTH = 10 * PAGE + 1234;
    static final String FILE = "s3a://bucket/data/file";

    @TempDir
    Path directory;

    SharedLink link;
    final byte[] content = random(1);

    @BeforeEach
    final void upload() throws IOException {
        link = SharedLink.to(TestServer.get().port(), 0);
        put(content);
    }

    @AfterEach
    final void close() {
        link.close();
    }

    static byte[] random(long seed) {
        byte[] bytes = new byte[LENGTH];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    Configuration conf(String cache) {
        Configuration conf = new Configuration();
        S3Server.hadoopKeys(link.port()).forEach(conf::set);
        conf.set("fs.s3a.input.stream.type", "custom");
        conf.set("fs.s3a.input.stream.custom.factory", CachingStreamFactory.class.getName());
        conf.set(CacheKeys.STREAM.name(), CacheKeys.CLASSIC); // The other one may read small files whole.
        conf.set("fs.s3a.retry.interval", "10ms");
        conf.set("fs.s3a.retry.throttle.interval", "10ms");
        conf.set(CacheKeys.DIRECTORY.name(), directory.resolve(cache).toString());
        conf.set(CacheKeys.PAGE.name(), Integer.toString(PAGE));
        return conf;
    }

    FileSystem open(Configuration conf) throws IOException {
        return FileSystem.newInstance(URI.create(FILE), conf);
    }

    FileSystem open() throws IOException {
        return open(conf("cache"));
    }

    void put(byte[] bytes) throws IOException {
        try (FileSystem files = open();
                OutputStream out = files.create(path())) {
            out.write(bytes);
        }
    }

    static org.apache.hadoop.fs.Path path() {
        return new org.apache.hadoop.fs.Path(FILE);
    }

    byte[] read(FileSystem files) throws IOException {
        try (FSDataInputStream in = files.open(path())) {
            return in.readAllBytes();
        }
    }

    void flush(String cache) throws Exception {
        NodeCaches.of(CacheSettings.read(conf(cache))).orElseThrow().flush();
    }

    /** Reads the file once, so that all of it is in the cache. */
    void warm() throws Exception {
        try (FileSystem files = open()) {
            assertThat(read(files)).isEqualTo(content);
        }
        flush("cache");
    }

    List<Path> pages(String cache) throws IOException {
        try (Stream<Path> files = Files.walk(directory.resolve(cache))) {
            return files.filter(file -> file.getFileName().toString().matches("[0-9a-f]{64}-\\d+"))
                    .sorted()
                    .toList();
        }
    }
}
