package io.tiercel.spark;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.Logger;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Property;

/** What a class logs, from the construction of this until its close: level and message, one line each. */
public final class LogLines extends AbstractAppender implements AutoCloseable {
    private final Logger logger;
    private final List<String> lines = new CopyOnWriteArrayList<>();

    private LogLines(Logger logger) {
        super("lines of " + logger.getName(), null, null, true, Property.EMPTY_ARRAY);
        this.logger = logger;
    }

    public static LogLines of(Class<?> logging) {
        return of(logging.getName());
    }

    public static LogLines of(String logging) {
        LogLines lines = new LogLines((Logger) LogManager.getLogger(logging));
        lines.start();
        lines.logger.addAppender(lines);
        return lines;
    }

    @Override
    public void append(LogEvent event) {
        lines.add(event.getLevel() + " " + event.getMessage().getFormattedMessage());
    }

    public List<String> lines() {
        return List.copyOf(lines);
    }

    @Override
    public void close() {
        logger.removeAppender(this);
        stop();
    }
}
