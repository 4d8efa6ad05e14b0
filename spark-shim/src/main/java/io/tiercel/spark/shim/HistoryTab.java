package io.tiercel.spark.shim;

import org.apache.spark.SparkConf;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.status.AppHistoryServerPlugin;
import org.apache.spark.status.ElementTrackingStore;
import org.apache.spark.ui.SparkUI;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.collection.immutable.List;
import scala.collection.immutable.List$;

/**
 * Adds the tab to the history server's pages. Java's service loader finds it on any JVM.
 *
 * <p>Its lists are {@code immutable.List}: Scala 2.12 asks for a {@code collection.Seq}, 2.13 for an {@code immutable.Seq}. Compiled against
 * 2.12, this class has methods for both.
 */
public final class HistoryTab implements AppHistoryServerPlugin {
    private static final String BEHIND = "io.tiercel.spark.ui.TabPlugin";
    private static final Logger LOG = LoggerFactory.getLogger(HistoryTab.class);
    private static final int LAST = 100;

    /** What is behind it. */
    public interface Tab {
        SparkListener listener(ElementTrackingStore store);

        /** Adds the tab to an application's pages if the application ran with Tiercel. */
        void addTo(SparkUI ui);
    }

    private final Tab tab = Newer.make(Tab.class, BEHIND, false);

    @Override
    public scala.collection.immutable.Seq<SparkListener> createListeners(SparkConf conf, ElementTrackingStore store) {
        List<SparkListener> none = List$.MODULE$.empty();
        if (tab == null) {
            return none;
        }
        try {
            return none.$colon$colon(tab.listener(store));
        } catch (RuntimeException | LinkageError e) {
            // The history server would show no application at all.
            LOG.warn("Tiercel: there is no tab, this Spark does not fit ({})", e.toString());
            return none;
        }
    }

    @Override
    public void setupUI(SparkUI ui) {
        if (tab != null) {
            tab.addTo(ui);
        }
    }

    /** After Spark's own tabs. */
    @Override
    public int displayOrder() {
        return LAST;
    }
}
