package io.tiercel.cli;

import java.nio.file.Path;
import javax.xml.stream.XMLStreamException;
import org.apache.hadoop.conf.Configuration;

/** A file of Hadoop's configuration. */
public final class HadoopFile {
    private HadoopFile() {}

    /**
     * Adds a file to a configuration, and reads it at once: later nobody would know which file is broken.
     *
     * @throws CommandFailure with one line if it cannot be read
     */
    public static void add(Configuration conf, Path file) {
        conf.addResource(new org.apache.hadoop.fs.Path(file.toUri()));
        try {
            conf.size();
        } catch (RuntimeException e) {
            throw new CommandFailure(file + ": cannot be read: " + reason(e));
        }
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
