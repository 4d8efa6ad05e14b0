package io.tiercel.cachefs.store;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The files of pages below a directory. Their names say which pages they are. */
final class PageFiles {
    private static final Pattern NAME = Pattern.compile("([0-9a-f]{64})-(\\d{1,9})");

    private PageFiles() {}

    static boolean isName(String id, int page) {
        return NAME.matcher(id + "-" + page).matches();
    }

    static Path of(Path pages, String id, int page) {
        return directory(pages, id).resolve(id + "-" + page);
    }

    /** Where all pages lie whose ids begin as this one, or this beginning of one. */
    static Path directory(Path pages, String id) {
        return pages.resolve(id.substring(0, 3));
    }

    /**
     * All pages, the oldest first.
     *
     * @param latest nanoseconds since 1970. Later stamps count as the oldest: a clock that was set back must not keep pages until it is
     *     there again
     */
    static List<HeldPage> byStamp(Path pages, long latest) throws IOException {
        List<HeldPage> all = new ArrayList<>();
        forEach(
                pages,
                page -> all.add(
                        page.stamp() <= latest
                                ? page
                                : new HeldPage(page.file(), page.id(), page.page(), page.bytes(), 1)));
        all.sort(Comparator.comparingLong(HeldPage::stamp).thenComparing(HeldPage::file));
        return all;
    }

    /** Leaves out foreign files, and those that go meanwhile. */
    static void forEach(Path pages, Consumer<HeldPage> visitor) throws IOException {
        Files.walkFileTree(pages, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                Matcher name = NAME.matcher(file.getFileName().toString());
                if (name.matches()) {
                    visitor.accept(new HeldPage(
                            file,
                            name.group(1),
                            Integer.parseInt(name.group(2)),
                            attributes.size(),
                            attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS)));
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
                if (failure instanceof NoSuchFileException) {
                    return FileVisitResult.CONTINUE;
                }
                throw failure;
            }
        });
    }
}
