package io.tiercel.json;

import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * Appends lines to a file. After the line that reaches the largest size, the file is renamed and replaces the older one. So the last lines
 * are there, in at most twice that size and a line. Not thread-safe.
 */
final class RollingFile extends Writer {
    private static final String SUFFIX = ".jsonl";

    private final Path file;
    private final long most;
    private Writer out;

    /** Bytes of the file, where all characters are of one byte. */
    private long size;

    /** @param most bytes, above 0 */
    RollingFile(Path file, long most) throws IOException {
        this.file = file;
        this.most = most;
        this.out = open();
    }

    private Writer open() throws IOException {
        Writer opened = Files.newBufferedWriter(
                file, StandardCharsets.UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        size = Files.size(file);
        return opened;
    }

    /** The name that the file gets: {@code x.jsonl} to {@code x.1.jsonl}. */
    private Path older() {
        String name = file.getFileName().toString();
        String stem = name.endsWith(SUFFIX) ? name.substring(0, name.length() - SUFFIX.length()) : name;
        return file.resolveSibling(stem + ".1" + name.substring(stem.length()));
    }

    @Override
    public void write(int character) throws IOException {
        out.write(character);
        size++;
        if (character == '\n' && size >= most) {
            out.close();
            Files.move(file, older(), StandardCopyOption.REPLACE_EXISTING);
            out = open();
        }
    }

    @Override
    public void write(char[] characters, int from, int length) throws IOException {
        out.write(characters, from, length);
        size += length;
    }

    @Override
    public void write(String text, int from, int length) throws IOException {
        out.write(text, from, length);
        size += length;
    }

    @Override
    public void flush() throws IOException {
        out.flush();
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
