package io.tiercel.cachefs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.cachefs.store.Eviction;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;

final class CacheDirectoryTest {
    private static final long GIB = 1L << 30;

    @TempDir
    private Path disk;

    private final AtomicLong nanos = new AtomicLong();
    private final List<String> lines = new ArrayList<>();

    /** A file takes the disk's place, since nothing else stops root. */
    @Test
    void aDirectoryThatFailsIsTriedAgainOnceAMinute() throws Exception {
        Path broken = Files.createFile(disk.resolve("broken"));
        CacheDirectory directory =
                new CacheDirectory(broken.resolve("cache"), 1 << 20, Eviction.SIEVE, nanos::get, new Lines());
        assertThat(directory.cache()).isEmpty();
        nanos.addAndGet(TimeUnit.SECONDS.toNanos(61));
        assertThat(directory.cache()).as("it still fails").isEmpty();
        Files.delete(broken);
        nanos.addAndGet(TimeUnit.SECONDS.toNanos(59));
        assertThat(directory.cache()).as("looked at a moment ago").isEmpty();
        nanos.addAndGet(TimeUnit.SECONDS.toNanos(2));
        assertThat(directory.cache()).isPresent();
        assertThat(directory.cache()).isEqualTo(directory.cache());
        assertThat(lines).hasSize(2);
        assertThat(lines.get(0))
                .startsWith("WARN Tiercel: the cache " + broken.resolve("cache") + " cannot be used (")
                .endsWith("): reading without a cache; tried again every minute");
        assertThat(lines.get(1))
                .isEqualTo("INFO Tiercel: the cache " + broken.resolve("cache")
                        + " can be used again. It holds 0 of 1048576 bytes");
    }

    @Test
    void aBudgetThatTheDiskCanHoldIsTaken() {
        assertThat(CacheDirectory.budget(10 * GIB, 100 * GIB, 50 * GIB)).isEqualTo(10 * GIB);
    }

    @Test
    void aBudgetAboveTheDiskIsNineTenthsOfIt() {
        assertThat(CacheDirectory.budget(200 * GIB, 100 * GIB, 100 * GIB)).isEqualTo(90 * GIB);
    }

    @Test
    void aBudgetAboveWhatIsLeftIsNineTenthsOfThat() {
        assertThat(CacheDirectory.budget(80 * GIB, 100 * GIB, 20 * GIB)).isEqualTo(18 * GIB);
    }

    @Test
    void aDiskThatDoesNotTellItsSizeDoesNotCount() {
        assertThat(CacheDirectory.budget(80 * GIB, 0, 0)).isEqualTo(80 * GIB);
    }

    @Test
    void networkDisksAreKnownByTheirTypes() {
        assertThat(new String[] {"nfs", "nfs4", "cifs", "smb3", "fuse.sshfs", "ceph", "lustre", "9p"})
                .allMatch(CacheDirectory::isNetwork);
        assertThat(new String[] {"ext4", "xfs", "tmpfs", "overlay", "btrfs", "zfs"})
                .noneMatch(CacheDirectory::isNetwork);
    }

    /** Keeps what is logged, a line each: level and message. */
    private final class Lines extends LegacyAbstractLogger {
        private static final long serialVersionUID = 1;

        @Override
        protected void handleNormalizedLoggingCall(
                Level level,
                @Nullable Marker marker,
                String message,
                @Nullable Object @Nullable [] arguments,
                @Nullable Throwable thrown) {
            lines.add(level + " " + MessageFormatter.basicArrayFormat(message, arguments));
        }

        @Override
        protected @Nullable String getFullyQualifiedCallerName() {
            return null;
        }

        @Override
        public boolean isTraceEnabled() {
            return false;
        }

        @Override
        public boolean isDebugEnabled() {
            return false;
        }

        @Override
        public boolean isInfoEnabled() {
            return true;
        }

        @Override
        public boolean isWarnEnabled() {
            return true;
        }

        @Override
        public boolean isErrorEnabled() {
            return true;
        }
    }
}
