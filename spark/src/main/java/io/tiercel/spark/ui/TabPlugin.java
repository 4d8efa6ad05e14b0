package io.tiercel.spark.ui;

import io.tiercel.spark.shim.HistoryTab;
import org.apache.spark.SparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.status.ElementTrackingStore;
import org.apache.spark.ui.SparkUI;
import org.apache.spark.util.kvstore.KVStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.Option;

/**
 * Adds the tab to the web UI of a running application, and to the history server's pages of applications that ran with Tiercel. The
 * history server finds it by {@link HistoryTab}.
 */
public final class TabPlugin implements HistoryTab.Tab {
    private static final Logger LOG = LoggerFactory.getLogger(TabPlugin.class);

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
    public SparkListener listener(ElementTrackingStore store) {
        return new TabListener(store);
    }

    @Override
    public void addTo(SparkUI ui) {
        try {
            KVStore store = ui.store().store();
            if (!new TabStore(store).isEmpty()) {
                ui.attachTab(new TiercelTab(ui, store));
            }
        } catch (Exception | LinkageError e) {
            LOG.warn("Tiercel: there is no tab for {}, this Spark does not fit ({})", ui.appId(), e.toString());
        }
    }
}
