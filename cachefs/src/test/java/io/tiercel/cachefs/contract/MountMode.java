package io.tiercel.cachefs.contract;

import io.tiercel.cachefs.CacheKeys;
import io.tiercel.cachefs.mount.FilledLocalFileSystem;
import io.tiercel.cachefs.mount.SettledLocalFileSystem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.LocalFileSystem;

/** Local file systems that Hadoop's suites run over: the whole tree counts as mounted storage. */
enum MountMode {
    /** Hadoop's own: whether a suite passes at all. */
    STOCK(LocalFileSystem.class),
    /** Every test has a cache of its own. */
    COLD(SettledLocalFileSystem.class),
    /** Each file is in the cache when it is opened. */
    WARM(FilledLocalFileSystem.class);

    private final Class<? extends LocalFileSystem> files;

    MountMode(Class<? extends LocalFileSystem> files) {
        this.files = files;
    }

    Configuration configure(Configuration conf) {
        conf.set("fs.file.impl", files.getName());
        conf.setBoolean("fs.file.impl.disable.cache", true);
        // Stock streams do not have it.
        conf.setBoolean("fs.contract.supports-unbuffer", this != STOCK);
        conf.set(CacheKeys.MOUNTS.name(), "/");
        conf.set(CacheKeys.PAGE.name(), "4k");
        try {
            Path caches = Files.createDirectories(Path.of("target", "contract")).toAbsolutePath();
            conf.set(
                    CacheKeys.DIRECTORY.name(),
                    Files.createTempDirectory(caches, "mount").toString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return conf;
    }
}
