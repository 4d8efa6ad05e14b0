package io.tiercel.testkit.suites;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Supplier;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ClassSwapTest {
    static class Stock {
        String name() {
            return "stock";
        }

        static String kind() {
            return "static of stock";
        }
    }

    static class Ours extends Stock {
        @Override
        String name() {
            return "ours";
        }
    }

    static final class Constructs implements Supplier<String> {
        @Override
        public String get() {
            Stock stock = new Stock();
            return stock.name();
        }
    }

    static final class Extends extends Stock implements Supplier<String> {
        @Override
        String name() {
            return "below " + super.name();
        }

        @Override
        public String get() {
            return name();
        }
    }

    static final class CallsStatically implements Supplier<String> {
        @Override
        public String get() {
            return Stock.kind() + " " + Stock.class.getSimpleName();
        }
    }

    /** Rewritten code calls it, so it is static. */
    public static final class Tally {
        private static int constructed;

        private Tally() {}

        public static void constructed(String name) {
            assertThat(name).isEqualTo(Ours.class.getName());
            constructed++;
        }
    }

    private static final ClassSwap REWRITER = ClassSwap.of(Map.of(Stock.class.getName(), Ours.class.getName()));

    @Test
    void putsTheSubclassWhereAClassIsConstructed() throws Exception {
        assertThat(new Constructs().get()).isEqualTo("stock");

        var rewritten = REWRITER.rewrite(bytes(Constructs.class));

        assertThat(rewritten.places()).as("new and its constructor's call").isEqualTo(2);
        assertThat(answerOf(rewritten)).isEqualTo("ours");
    }

    @Test
    void putsTheSubclassBetweenAClassAndItsSubclasses() throws Exception {
        assertThat(new Extends().get()).isEqualTo("below stock");

        var rewritten = REWRITER.rewrite(bytes(Extends.class));

        assertThat(rewritten.places())
                .as("superclass, its constructor, its method")
                .isEqualTo(3);
        assertThat(answerOf(rewritten)).isEqualTo("below ours");
    }

    @Test
    void leavesTheRestAlone() throws Exception {
        var rewritten = REWRITER.rewrite(bytes(CallsStatically.class));

        assertThat(rewritten.places()).isZero();
        assertThat(answerOf(rewritten)).isEqualTo("static of stock Stock");
    }

    @Test
    void talliesEachConstruction() throws Exception {
        ClassSwap tallying = REWRITER.tallying(Tally.class);

        answerOf(tallying.rewrite(bytes(Constructs.class)));
        answerOf(tallying.rewrite(bytes(Extends.class)));

        assertThat(Tally.constructed).isEqualTo(2);
    }

    @Test
    void changesLiteralsIfAskedTo() throws Exception {
        ClassSwap.Rewritten rewritten = REWRITER.withLiterals().rewrite(bytes(CallsStatically.class));

        assertThat(rewritten.places()).isEqualTo(1);
        assertThat(answerOf(rewritten)).isEqualTo("static of stock Ours");
    }

    @Test
    void writesTheClassesOfAJarThatChangeAndNoOthers(@TempDir Path directory) throws Exception {
        Path jar = directory.resolve("tests.jar");
        try (var out = new JarOutputStream(Files.newOutputStream(jar))) {
            put(out, "suites/Constructs.class", bytes(Constructs.class));
            put(out, "suites/CallsStatically.class", bytes(CallsStatically.class));
            put(out, "suites/notes.txt", new byte[] {1});
            put(out, "elsewhere/Constructs.class", bytes(Constructs.class));
        }

        int places = REWRITER.rewrite(jar, "suites/", directory.resolve("out"));

        assertThat(places).isEqualTo(2);
        try (var files = Files.walk(directory.resolve("out"))) {
            assertThat(files.filter(Files::isRegularFile))
                    .containsExactly(directory.resolve("out/suites/Constructs.class"));
        }
    }

    private static void put(JarOutputStream out, String name, byte[] content) throws IOException {
        out.putNextEntry(new JarEntry(name));
        out.write(content);
    }

    private static byte[] bytes(Class<?> type) throws IOException {
        try (var in = type.getResourceAsStream("/" + type.getName().replace('.', '/') + ".class")) {
            return in.readAllBytes();
        }
    }

    private static Object answerOf(ClassSwap.Rewritten rewritten) throws Exception {
        var type = MethodHandles.lookup()
                .defineHiddenClass(rewritten.bytes(), true)
                .lookupClass();
        var constructor = type.getDeclaredConstructor();
        return ((Supplier<?>) constructor.newInstance()).get();
    }
}
