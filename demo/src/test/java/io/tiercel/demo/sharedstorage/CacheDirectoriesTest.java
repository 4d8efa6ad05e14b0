package io.tiercel.demo.sharedstorage;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CacheDirectoriesTest {
    private static final int OBJECTS = 5;

    @TempDir
    private Path root;

    /** Objects lie on two nodes, one of them with some pages of all. */
    @Test
    void whatIsNotKeptGoesFromAllNodes() throws IOException {
        for (int object = 0; object < OBJECTS; object++) {
            page("127.0.0.2", object, 0);
            page("127.0.0.2", object, 1);
            page("127.0.0.3", object, object);
        }
        Files.createFile(root.resolve("127.0.0.2/used"));

        new CacheDirectories(root).keep(0.4);

        assertThat(names())
                .containsExactlyInAnyOrder(
                        name(0, 0), name(0, 1), name(0, 0), name(1, 0), name(1, 1), name(1, 1), "used");
    }

    @Test
    void pagesStayWhenTheyLeaveTheMemory() throws IOException {
        page("127.0.0.2", 0, 0);

        new CacheDirectories(root).dropFromMemory();

        assertThat(names()).containsExactly(name(0, 0));
    }

    @Test
    void aCopyHoldsTheSame() throws IOException {
        page("first/127.0.0.2", 0, 0);
        page("first/127.0.0.3", 1, 0);

        new CacheDirectories(root.resolve("first")).copyTo(new CacheDirectories(root.resolve("second")));

        assertThat(root.resolve("second/127.0.0.2/pages/" + name(0, 0))).hasBinaryContent(new byte[] {1});
        assertThat(root.resolve("second/127.0.0.3/pages/" + name(1, 0))).exists();
    }

    @Test
    void thereMayBeNoCacheYet() throws IOException {
        CacheDirectories none = new CacheDirectories(root.resolve("none"));
        none.dropFromMemory();
        none.keep(0.8);

        assertThat(none.applicationKey()).endsWith("/none/${tiercel.testkit.address}");
    }

    private void page(String node, int object, int page) throws IOException {
        Path directory = Files.createDirectories(root.resolve(node).resolve("pages"));
        Files.write(directory.resolve(name(object, page)), new byte[] {1});
    }

    private static String name(int object, int page) {
        return Integer.toString(object).repeat(64) + "-" + page;
    }

    private List<String> names() throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            return all.filter(Files::isRegularFile)
                    .map(file -> file.getFileName().toString())
                    .toList();
        }
    }
}
