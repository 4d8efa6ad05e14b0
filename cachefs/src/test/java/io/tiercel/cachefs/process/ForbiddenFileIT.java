package io.tiercel.cachefs.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.tiercel.cachefs.CacheKeys;
import io.tiercel.cachefs.mount.SettledLocalFileSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file that its reader may not open any more. Root may open all, unless it has given that right away: as the processes here. */
final class ForbiddenFileIT {
    private static final List<String> FEWER_RIGHTS =
            List.of("setpriv", "--bounding-set=-dac_override,-dac_read_search");

    @TempDir
    private Path directory;

    @Test
    void whoMayNotOpenAFileGetsNoCachedByte() throws Exception {
        Path file = Files.createDirectories(directory.resolve("mount")).resolve("file");
        byte[] content = new byte[100_000];
        Files.write(file, content);
        boolean isRoot = System.getProperty("user.name").equals("root");
        List<String> prefix = isRoot ? FEWER_RIGHTS : List.of();
        assumeThat(isReadable(prefix, file)).as("setpriv is here").isTrue();
        Map<String, String> conf = Map.of(
                "fs.file.impl",
                SettledLocalFileSystem.class.getName(),
                CacheKeys.MOUNTS.name(),
                file.getParent().toString(),
                CacheKeys.DIRECTORY.name(),
                directory.resolve("cache").toString());
        try (ReaderProcess reader = ReaderProcess.start(
                prefix, ReaderProcess.classPath(), file.toUri().toString(), conf, directory.resolve("log"))) {
            assertThat(reader.ask("version")).endsWith(" SettledLocalFileSystem");
            assertThat(reader.ask("read")).isEqualTo(ReaderMain.sum(content));
            assertThat(reader.ask("flush")).isEqualTo("done");
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("---------"));
            assertThat(reader.ask("open")).isEqualTo("FileNotFoundException");
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--------"));
            assertThat(reader.ask("open", "read")).isEqualTo(ReaderMain.sum(content));
        }
    }

    private static boolean isReadable(List<String> prefix, Path file) throws InterruptedException {
        try {
            Process process = new ProcessBuilder(Stream.concat(prefix.stream(), Stream.of("cat", file.toString()))
                            .toList())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return process.waitFor(30, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (IOException e) {
            return false;
        }
    }
}
