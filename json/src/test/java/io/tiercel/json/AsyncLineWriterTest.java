package io.tiercel.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AsyncLineWriterTest {
    @TempDir
    Path directory;

    @Test
    void closingWritesWhatWasAdded() throws IOException {
        Path file = directory.resolve("lines");
        try (AsyncLineWriter lines = new AsyncLineWriter(file, 10, Long.MAX_VALUE)) {
            lines.add(() -> "one");
            lines.add(() -> "two");
        }

        assertThat(Files.readString(file)).isEqualTo("one\ntwo\n");
    }

    @Test
    void aFileThatIsLargeEnoughIsRenamed() throws IOException {
        Path file = directory.resolve("stages-app.jsonl");
        try (AsyncLineWriter lines = new AsyncLineWriter(file, 10, 8)) {
            for (String line : List.of("first", "second", "third", "fourth", "fifth")) lines.add(() -> line);
        }

        assertThat(Files.readString(file)).isEqualTo("fifth\n");
        assertThat(Files.readString(directory.resolve("stages-app.1.jsonl"))).isEqualTo("third\nfourth\n");
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files).hasSize(2);
        }
    }

    /** Another driver with the same application's id, such as the next local one, appends. */
    @Test
    void whatAFileHoldsAlreadyCounts() throws IOException {
        Path file = Files.writeString(directory.resolve("lines"), "before\n");
        try (AsyncLineWriter lines = new AsyncLineWriter(file, 10, 10)) {
            lines.add(() -> "one");
            lines.add(() -> "two");
        }

        assertThat(Files.readString(directory.resolve("lines.1"))).isEqualTo("before\none\n");
        assertThat(Files.readString(file)).isEqualTo("two\n");
    }

    /** The queue stays full, so that there is no room for the mark of its end either. */
    @Test
    void aHangingDiskDoesNotKeepTheApplicationFromStopping() throws InterruptedException {
        CountDownLatch writing = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        Supplier<String> hanging = () -> {
            writing.countDown();
            try {
                never.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return "";
        };
        AsyncLineWriter lines =
                new AsyncLineWriter(directory.resolve("lines"), 1, Long.MAX_VALUE, Duration.ofMillis(50));
        lines.add(hanging);
        writing.await();
        lines.add(() -> "queued");
        lines.add(() -> "dropped");

        assertTimeoutPreemptively(Duration.ofSeconds(30), lines::close);
        assertThat(lines.dropped()).isEqualTo(1);
        never.countDown();
    }

    /** Another output than a file of this machine. */
    @Test
    void anOutputThatFailsCostsTheRestAlone() {
        AsyncLineWriter lines = new AsyncLineWriter(
                "lines",
                () -> {
                    throw new IOException("the test's");
                },
                10);
        await().atMost(Duration.ofSeconds(30)).until(() -> {
            lines.add(() -> "line");
            return lines.dropped() > 0;
        });
        assertTimeoutPreemptively(Duration.ofSeconds(5), lines::close);
    }

    @Test
    void aLineThatCannotBeMadeIsLeftOut() throws IOException {
        Path file = directory.resolve("lines");
        try (AsyncLineWriter lines = new AsyncLineWriter(file, 10, Long.MAX_VALUE)) {
            lines.add(() -> "one");
            lines.add(() -> {
                throw new IllegalStateException("the test's");
            });
            lines.add(() -> "two");
        }

        assertThat(Files.readString(file)).isEqualTo("one\ntwo\n");
    }

    /** Hadoop's masters end when a thread does so with an error. */
    @Test
    void anErrorEndsTheFileOnly() throws IOException {
        AtomicReference<Throwable> uncaught = new AtomicReference<>();
        Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
        Thread.setDefaultUncaughtExceptionHandler((thread, e) -> uncaught.set(e));
        Path file = directory.resolve("lines");
        try (AsyncLineWriter lines = new AsyncLineWriter(file, 10, Long.MAX_VALUE)) {
            lines.add(() -> "one");
            lines.add(() -> {
                throw new NoClassDefFoundError("the test's");
            });
        } finally {
            Thread.setDefaultUncaughtExceptionHandler(before);
        }

        assertThat(uncaught).hasNullValue();
        assertThat(Files.readString(file)).isEqualTo("one\n");
    }
}
