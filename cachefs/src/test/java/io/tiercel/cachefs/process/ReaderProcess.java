package io.tiercel.cachefs.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A {@link ReaderMain} with a class path of its own. */
final class ReaderProcess implements AutoCloseable {
    static final Path BUILD = Path.of(System.getProperty("tiercel.home"), "cachefs", "target");

    private final Process process;
    private final Writer to;
    private final BufferedReader from;
    private final Path log;

    private ReaderProcess(Process process, Path log) {
        this.process = process;
        this.to = process.outputWriter(StandardCharsets.UTF_8);
        this.from = process.inputReader(StandardCharsets.UTF_8);
        this.log = log;
    }

    /** This module's, and that of its tests. */
    static List<String> classPath() throws IOException {
        return Stream.concat(
                        Stream.of("classes", "test-classes")
                                .map(name -> BUILD.resolve(name).toString()),
                        Stream.of(Files.readString(BUILD.resolve("test-classpath.txt"))
                                .trim()
                                .split(File.pathSeparator)))
                .toList();
    }

    /**
     * Starts a process.
     *
     * @param prefix of its command line
     * @param conf keys of Hadoop's configuration
     * @param log takes its errors
     */
    static ReaderProcess start(
            List<String> prefix, List<String> classPath, String file, Map<String, String> conf, Path log)
            throws IOException {
        List<String> line = new ArrayList<>(prefix);
        line.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                String.join(File.pathSeparator, classPath),
                ReaderMain.class.getName(),
                file));
        conf.forEach((key, value) -> line.add(key + "=" + value));
        return new ReaderProcess(
                new ProcessBuilder(line).redirectError(log.toFile()).start(), log);
    }

    /** Sends lines, and returns the last answer. */
    String ask(String... lines) throws IOException {
        String answer = "";
        for (String line : lines) {
            to.write(line + "\n");
            to.flush();
            answer = from.readLine();
            assertThat(answer).as("%s", Files.readString(log)).isNotNull();
        }
        return answer;
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
