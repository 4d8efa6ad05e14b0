package io.tiercel.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import javax.xml.stream.XMLStreamException;
import org.apache.hadoop.conf.Configuration;

/** A file of Hadoop's configuration. */
public final class HadoopFile {
    private HadoopFile() {}

    /**
     * Adds a file to a configuration, if there is one. Reads it alone first: later nobody would know which file is broken.
     *
     * @throws CommandFailure with one line if it cannot be read
     */
    public static void add(Configuration conf, Path file) {
        if (!Files.exists(file)) {
            return;
        }
        org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path(file.toUri());
        Configuration alone = new Configuration(false);
        alone.addResource(path);
        try {
            alone.size();
        } catch (RuntimeException e) {
            throw new CommandFailure(file + ": cannot be read: " + reason(e));
        }
        conf.addResource(path);
    }

    private static String reason(Throwable error) {
        Throwable innermost = error;
        while (innermost.getCause() != null) {
            innermost = innermost.getCause();
        }
        String text = String.valueOf(innermost.getMessage()).lines().findFirst().orElse("");
        return innermost instanceof XMLStreamException xml && xml.getLocation() != null
                ? "line " + xml.getLocation().getLineNumber() + ": " + text
                : text;
    }
}
