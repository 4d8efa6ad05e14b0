package io.tiercel.spark.ui;

import io.tiercel.spark.ScalaLists;
import io.tiercel.spark.event.PrefetchPlanned;
import io.tiercel.spark.event.TiercelEvent;
import io.tiercel.spark.shim.TabPage;
import io.tiercel.spark.ui.html.HtmlWriter;
import io.tiercel.spark.ui.html.PageParameters;
import io.tiercel.spark.ui.page.OverviewPage;
import io.tiercel.spark.ui.page.PageLinks;
import io.tiercel.spark.ui.page.StagePage;
import java.lang.reflect.Constructor;
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
import scala.xml.Node;
import scala.xml.Unparsed;

/** The tab: its pages within Spark's frame. Spark names it by its prefix, capitalized. */
final class TiercelTab extends SparkUITab {
    private static final String PREFIX = "tiercel";

    /** The tables whose parameters links keep; links drop all other parameters. */
    private static final List<String> TABLES =
            List.of("jobs.", "stages.", "queries.", "reasons.", "blocks.", "starts.", "devices.");

    /**
     * How this Spark makes pages. Its methods are looked up by name, and requests are objects: Spark 4.2 added parameters with defaults after
     * those of 4.1, and Spark 3.5 has another servlet API. One jar runs on all.
     */
    private static final class SparkPages {
        private static final String FRAME = "headerSparkPage";
        private static final String BASE = "prependBaseUri";
        private static final UIUtils$ SPARK = UIUtils$.MODULE$;

        private final Method method;
        private final Object[] defaults;
        private final Method base;
        private final Constructor<?> page;

        /** @throws ReflectiveOperationException if this Spark's pages are made in another way */
        SparkPages() throws ReflectiveOperationException {
            method = named(UIUtils$.class, FRAME);
            base = named(UIUtils$.class, BASE);
            String servlets = base.getParameterTypes()[0].getName().startsWith("javax.") ? "Javax" : "Jakarta";
            page = Class.forName("io.tiercel.spark.shim." + servlets + "Page").getConstructor(TabPage.class);
            defaults = new Object[method.getParameterCount()];
            for (int i = 4; i < defaults.length; i++) {
                defaults[i] =
                        UIUtils$.class.getMethod(FRAME + "$default$" + (i + 1)).invoke(SPARK);
            }
        }

        private static Method named(Class<?> owner, String name) throws NoSuchMethodException {
            return Arrays.stream(owner.getMethods())
                    .filter(each -> each.getName().equals(name))
                    .findFirst()
                    .orElseThrow(() -> new NoSuchMethodException(name));
        }

        WebUIPage make(TabPage content) throws ReflectiveOperationException {
            return (WebUIPage) page.newInstance(content);
        }

        String link(Object request, String basePath, String path) {
            try {
                return (String) base.invoke(SPARK, request, basePath, path);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("Spark makes no link", e);
            }
        }

        /** @throws ReflectiveOperationException if Spark fails to do it */
        Seq<Node> page(Object request, String title, Seq<Node> content, SparkUITab tab)
                throws ReflectiveOperationException {
            Object[] arguments = defaults.clone();
            arguments[0] = request;
            arguments[1] = title;
            arguments[2] = (Function0<?>) () -> content;
            arguments[3] = tab;
            @SuppressWarnings("unchecked")
            scala.collection.Seq<Node> framed = (scala.collection.Seq<Node>) method.invoke(SPARK, arguments);
            return framed.toList();
        }
    }

    private final TabStore store;
    private final SparkPages pages;

    /** @throws ReflectiveOperationException if this Spark's pages are made in another way */
    TiercelTab(SparkUI ui, KVStore store) throws ReflectiveOperationException {
        super(ui, PREFIX);
        this.store = new TabStore(store);
        this.pages = new SparkPages();
        attachPage(pages.make(new Overview()));
        attachPage(pages.make(new Stage()));
    }

    private Seq<Node> framed(Object request, String title, Consumer<HtmlWriter> content) {
        HtmlWriter html = new HtmlWriter();
        content.accept(html);
        List<Node> nodes = List.of(new Unparsed(html.toString()));
        try {
            return pages.page(request, title, ScalaLists.scala(nodes), this);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("Spark does not frame the page", e);
        }
    }

    private static PageParameters query(Map<String, String[]> parameters) {
        Map<String, String> known = new LinkedHashMap<>();
        parameters.forEach((name, values) -> {
            boolean ours = TABLES.stream().anyMatch(name::startsWith);
            if ((ours || name.equals("id") || name.equals("attempt")) && values.length > 0) {
                known.put(name, values[0]);
            }
        });
        return new PageParameters(known);
    }

    private PageLinks links(Object request) {
        return new PageLinks("/" + PREFIX, path -> pages.link(request, basePath(), path));
    }

    private final class Overview implements TabPage {
        @Override
        public String prefix() {
            return "";
        }

        @Override
        public Seq<Node> render(Object request, Map<String, String[]> parameters) {
            try {
                OverviewPage page = new OverviewPage(
                        store.stages(), store.queries(), store.changes(), links(request), ZoneId.systemDefault());
                return framed(request, "Tiercel", html -> page.draw(html, query(parameters)));
            } catch (Exception e) {
                throw new IllegalStateException("the application's store cannot be read", e);
            }
        }
    }

    private final class Stage implements TabPage {
        @Override
        public String prefix() {
            return "stage";
        }

        @Override
        public Seq<Node> render(Object request, Map<String, String[]> parameters) {
            PageParameters query = query(parameters);
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
