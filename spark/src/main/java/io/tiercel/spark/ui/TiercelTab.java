package io.tiercel.spark.ui;

import io.tiercel.spark.event.PrefetchPlanned;
import io.tiercel.spark.event.TiercelEvent;
import io.tiercel.spark.ui.html.HtmlWriter;
import io.tiercel.spark.ui.html.PageParameters;
import io.tiercel.spark.ui.page.OverviewPage;
import io.tiercel.spark.ui.page.PageLinks;
import io.tiercel.spark.ui.page.StagePage;
import jakarta.servlet.http.HttpServletRequest;
import java.lang.reflect.Method;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.spark.ui.SparkUI;
import org.apache.spark.ui.SparkUITab;
import org.apache.spark.ui.UIUtils$;
import org.apache.spark.ui.WebUIPage;
import org.apache.spark.util.kvstore.KVStore;
import scala.Function0;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;
import scala.xml.Node;
import scala.xml.Unparsed;

/** The tab: its pages within Spark's frame. Spark names it by its prefix, capitalized. */
final class TiercelTab extends SparkUITab {
    private static final String PREFIX = "tiercel";

    /** The tables whose parameters links keep; links drop all other parameters. */
    private static final List<String> TABLES =
            List.of("jobs.", "stages.", "queries.", "reasons.", "blocks.", "starts.", "devices.");

    /**
     * Spark's frame around a page. Its method is looked up by name: Spark 4.2 added parameters with defaults after those of 4.1, and one jar
     * runs on both.
     */
    private static final class SparkPageFrame {
        private static final String NAME = "headerSparkPage";
        private static final UIUtils$ SPARK = UIUtils$.MODULE$;

        private final Method method;
        private final Object[] defaults;

        /** @throws ReflectiveOperationException if this Spark's pages are made in another way */
        SparkPageFrame() throws ReflectiveOperationException {
            method = Arrays.stream(UIUtils$.class.getMethods())
                    .filter(each -> each.getName().equals(NAME))
                    .findFirst()
                    .orElseThrow(() -> new NoSuchMethodException(NAME));
            defaults = new Object[method.getParameterCount()];
            for (int i = 4; i < defaults.length; i++) {
                defaults[i] =
                        UIUtils$.class.getMethod(NAME + "$default$" + (i + 1)).invoke(SPARK);
            }
        }

        /** @throws ReflectiveOperationException if Spark fails to do it */
        @SuppressWarnings("unchecked")
        Seq<Node> page(HttpServletRequest request, String title, Seq<Node> content, SparkUITab tab)
                throws ReflectiveOperationException {
            Object[] arguments = defaults.clone();
            arguments[0] = request;
            arguments[1] = title;
            arguments[2] = (Function0<Seq<Node>>) () -> content;
            arguments[3] = tab;
            return (Seq<Node>) method.invoke(SPARK, arguments);
        }
    }

    private final TabStore store;
    private final SparkPageFrame header;

    /** @throws ReflectiveOperationException if this Spark's pages are made in another way */
    TiercelTab(SparkUI ui, KVStore store) throws ReflectiveOperationException {
        super(ui, PREFIX);
        this.store = new TabStore(store);
        this.header = new SparkPageFrame();
        attachPage(new Overview());
        attachPage(new Stage());
    }

    private Seq<Node> framed(HttpServletRequest request, String title, Consumer<HtmlWriter> content) {
        HtmlWriter html = new HtmlWriter();
        content.accept(html);
        List<Node> nodes = List.of(new Unparsed(html.toString()));
        try {
            return header.page(
                    request, title, CollectionConverters.asScala(nodes).toSeq(), this);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("Spark does not frame the page", e);
        }
    }

    private static PageParameters query(HttpServletRequest request) {
        Map<String, String> known = new LinkedHashMap<>();
        request.getParameterMap().forEach((name, values) -> {
            boolean ours = TABLES.stream().anyMatch(name::startsWith);
            if ((ours || name.equals("id") || name.equals("attempt")) && values.length > 0) {
                known.put(name, values[0]);
            }
        });
        return new PageParameters(known);
    }

    private PageLinks links(HttpServletRequest request) {
        return new PageLinks("/" + PREFIX, path -> UIUtils$.MODULE$.prependBaseUri(request, basePath(), path));
    }

    private final class Overview extends WebUIPage {
        Overview() {
            super("");
        }

        @Override
        public Seq<Node> render(HttpServletRequest request) {
            try {
                OverviewPage page = new OverviewPage(
                        store.stages(), store.queries(), store.changes(), links(request), ZoneId.systemDefault());
                return framed(request, "Tiercel", html -> page.draw(html, query(request)));
            } catch (Exception e) {
                throw new IllegalStateException("the application's store cannot be read", e);
            }
        }
    }

    private final class Stage extends WebUIPage {
        Stage() {
            super("stage");
        }

        @Override
        public Seq<Node> render(HttpServletRequest request) {
            PageParameters query = query(request);
            int stage = query.number("id", (int) TiercelEvent.NEVER);
            int attempt = query.number("attempt", 0);
            StagePage page = new StagePage(
                    store.reads(stage, attempt),
                    store.devices(stage, attempt),
                    store.plan(stage, attempt),
                    store.outcomes(stage, attempt),
                    links(request),
                    ZoneId.systemDefault());
            return framed(
                    request,
                    PrefetchPlanned.isQuery(stage)
                            ? "Tiercel: query " + PrefetchPlanned.query(stage)
                            : "Tiercel: stage " + stage + (attempt == 0 ? "" : " (attempt " + attempt + ")"),
                    html -> page.draw(html, query));
        }
    }
}
