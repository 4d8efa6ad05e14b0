package io.tiercel.spark.ui;

import java.util.List;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.status.AppHistoryServerPlugin;
import org.apache.spark.status.ElementTrackingStore;
import org.apache.spark.ui.SparkUI;
import org.apache.spark.util.kvstore.KVStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.Option;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Adds the tab to the web UI of a running application, and to the history server's pages of applications that ran with Tiercel. The
 * history server loads it by Java's service loader.
 */
public final class TabPlugin implements AppHistoryServerPlugin {
    private static final Logger LOG = LoggerFactory.getLogger(TabPlugin.class);

    /** After Spark's own tabs. */
    private static final int ORDER = 100;

    /**
     * Adds the tab to the web UI of a running application; call it before the application's scheduler starts. A failure costs the tab and one line
     * in the log.
     */
    public static void attach(SparkContext context) {
        try {
            Option<SparkUI> ui = context.ui();
            if (ui.isDefined()) {
                KVStore store = context.statusStore().store();
                context.listenerBus().addToStatusQueue(new TabListener(store));
                ui.get().attachTab(new TiercelTab(ui.get(), store));
            }
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            LOG.warn("Tiercel: there is no tab in the web UI, this Spark does not fit ({})", e.toString());
        }
    }

    @Override
    public Seq<SparkListener> createListeners(SparkConf conf, ElementTrackingStore store) {
        List<SparkListener> listeners = List.of(new TabListener(store));
        return CollectionConverters.asScala(listeners).toSeq();
    }

    @Override
    public void setupUI(SparkUI ui) {
        try {
            KVStore store = ui.store().store();
            if (!new TabStore(store).isEmpty()) {
                ui.attachTab(new TiercelTab(ui, store));
            }
        } catch (Exception | LinkageError e) {
            LOG.warn("Tiercel: there is no tab for {}, this Spark does not fit ({})", ui.appId(), e.toString());
        }
    }

    @Override
    public int displayOrder() {
        return ORDER;
    }
}
