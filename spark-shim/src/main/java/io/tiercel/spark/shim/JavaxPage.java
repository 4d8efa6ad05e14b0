package io.tiercel.spark.shim;

import javax.servlet.http.HttpServletRequest;
import org.apache.spark.ui.WebUIPage;
import scala.collection.immutable.Seq;
import scala.xml.Node;

/** A page in a Spark before 4.0. For either Scala, as {@link HistoryTab}. */
public final class JavaxPage extends WebUIPage {
    private final TabPage page;

    public JavaxPage(TabPage page) {
        super(page.prefix());
        this.page = page;
    }

    @Override
    public Seq<Node> render(HttpServletRequest request) {
        return page.render(request, request.getParameterMap());
    }
}
