package io.tiercel.hdfs.plugin;

import org.apache.hadoop.util.ServicePlugin;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A plugin that a daemon can load on any JVM. It starts another one, from {@link HiddenClasses}, if this JVM can run it. An error
 * is one entry in the daemon's log, and the daemon goes on without Tiercel.
 */
abstract class HiddenPlugin implements ServicePlugin {
    private static final Logger LOG = LoggerFactory.getLogger(HiddenPlugin.class);
    private static final int OLDEST_JAVA = 17;

    /** The agent or the coordinator, for messages. */
    private final String part;

    private final String hiddenClass;
    private @Nullable ServicePlugin hidden;

    HiddenPlugin(String part, String hiddenClass) {
        this.part = part;
        this.hiddenClass = hiddenClass;
    }

    @Override
    public final synchronized void start(Object daemon) {
        int java = feature(System.getProperty("java.specification.version", ""));
        if (java < OLDEST_JAVA) {
            LOG.error(
                    "Tiercel's {} does not start: it needs Java {} or later, this daemon runs on {}",
                    part,
                    OLDEST_JAVA,
                    System.getProperty("java.version"));
            return;
        }
        try {
            HiddenClasses classes = new HiddenClasses(HiddenPlugin.class);
            ServicePlugin started = (ServicePlugin)
                    classes.loadClass(hiddenClass).getDeclaredConstructor().newInstance();
            hidden = started;
            started.start(daemon);
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            LOG.error("Tiercel's {} does not start; the daemon goes on without it", part, e);
        }
    }

    /** 8 of {@code 1.8}, 17 of {@code 17}; 0 if it is neither. */
    static int feature(String specification) {
        String number = specification.startsWith("1.") ? specification.substring(2) : specification;
        try {
            return Integer.parseInt(number);
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    @Override
    public final synchronized void stop() {
        if (hidden == null) {
            return;
        }
        try {
            hidden.stop();
        } catch (RuntimeException | LinkageError e) {
            LOG.warn("Tiercel's {} did not stop in order; what it held goes with the process", part, e);
        }
        hidden = null;
    }

    @Override
    public final void close() {
        stop();
    }
}
