package io.tiercel.json;

import java.io.IOException;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Appends lines to a file, each as a whole. After the line that reaches the largest size, the file is renamed and replaces the older one.
 * So the last lines are there, in at most twice that size and a line. A line that cannot be written is left
 * out. After a failed rename the file grows by the same size again before the next try. Not thread-safe.
 */
final class RollingFile extends Writer {
    private static final String SUFFIX = ".jsonl";

    private final Path file;
    private final long largest;
    private final Consumer<String> warnings;
    private final StringBuilder line = new StringBuilder();
    private @Nullable FileChannel out;

    /** Bytes of the file. */
    private long size;

    /** The size at which it is renamed. */
    private long renameAt;

    private long lost;
    private boolean hasFailedToWrite;
    private boolean hasFailedToRename;

    /**
     * @param largest bytes, above 0
     * @param warnings takes one on the first failure of a kind, and one at the end if lines are missing
     */
    RollingFile(Path file, long largest, Consumer<String> warnings) {
        this.file = file;
        this.largest = largest;
        this.warnings = warnings;
        this.renameAt = largest;
        try {
            open();
        } catch (IOException e) {
            cannotWrite(e); // The next line opens it.
        }
    }

    private void cannotWrite(IOException e) {
        if (!hasFailedToWrite) {
            hasFailedToWrite = true;
            warnings.accept(file + ": cannot be written (" + e + "); records are left out until it can");
        }
    }

    private FileChannel open() throws IOException {
        FileChannel opened = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        out = opened;
        size = opened.size();
        return opened;
    }

    /** The name that the file gets: {@code x.jsonl} to {@code x.1.jsonl}. */
    private Path older() {
        String name = file.getFileName().toString();
        String stem = name.endsWith(SUFFIX) ? name.substring(0, name.length() - SUFFIX.length()) : name;
        return file.resolveSibling(stem + ".1" + name.substring(stem.length()));
    }

    @Override
    public void write(int character) {
        line.append((char) character);
        if (character == '\n') {
            writeLine();
        }
    }

    @Override
    public void write(char[] characters, int from, int length) {
        for (int i = from; i < from + length; i++) {
            write(characters[i]);
        }
    }

    @Override
    public void write(String text, int from, int length) {
        for (int i = from; i < from + length; i++) {
            write(text.charAt(i));
        }
    }

    private void writeLine() {
        ByteBuffer bytes = StandardCharsets.UTF_8.encode(line.toString());
        int length = bytes.remaining();
        line.setLength(0);
        try {
            FileChannel to = out == null ? open() : out;
            while (bytes.hasRemaining()) {
                to.write(bytes);
            }
            size += length;
        } catch (IOException e) {
            cannotWrite(e);
            lost++;
            takeBack();
        }
        if (out != null && size >= renameAt) {
            roll();
        }
    }

    /** Removes what has been written of a line. The next line opens the file again. */
    private void takeBack() {
        FileChannel failed = out;
        out = null;
        if (failed != null) {
            try (failed) {
                failed.truncate(size);
            } catch (IOException e) {
                // The file keeps a part of a line.
            }
        }
    }

    private void roll() {
        boolean isRenamed = rename();
        size = isRenamed ? 0 : size;
        FileChannel rolled = out;
        out = null;
        try {
            if (rolled != null) {
                rolled.close();
            }
            open();
        } catch (IOException e) {
            // The next line opens it, or is left out.
        }
        renameAt = isRenamed ? largest : size + largest;
    }

    private boolean rename() {
        try {
            Files.move(file, older(), StandardCopyOption.REPLACE_EXISTING);
            return true;
        } catch (IOException e) {
            if (!hasFailedToRename) {
                hasFailedToRename = true;
                warnings.accept(file + ": cannot be renamed to " + older().getFileName() + " (" + e
                        + "); records are appended to it, and renaming is tried again every " + largest + " bytes");
            }
            return false;
        }
    }

    /** Does nothing: lines are written when they end. */
    @Override
    public void flush() {}

    @Override
    public void close() throws IOException {
        if (lost > 0) {
            warnings.accept(file + ": left out " + lost + " lines that could not be written");
        }
        if (out != null) {
            out.close();
        }
    }
}
