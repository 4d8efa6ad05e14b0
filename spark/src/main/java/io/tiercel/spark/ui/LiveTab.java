package io.tiercel.spark.ui;

import org.apache.spark.SparkContext;
import org.apache.spark.ui.SparkUI;
import org.apache.spark.util.kvstore.KVStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.Option;

/** Adds the tab to the web UI of a running application. */
public final class LiveTab {
    private static final Logger LOG = LoggerFactory.getLogger(LiveTab.class);

    private LiveTab() {}

    /** Adds the tab; call it before the application's scheduler starts. A failure costs the tab and one line in the log. */
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
}
