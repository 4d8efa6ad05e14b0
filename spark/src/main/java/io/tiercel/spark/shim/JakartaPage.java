package io.tiercel.spark.shim;

import jakarta.servlet.http.HttpServletRequest;
import org.apache.spark.ui.WebUIPage;
import scala.collection.immutable.Seq;
import scala.xml.Node;

/** A page in Spark 4.0 or later. */
public final class JakartaPage extends WebUIPage {
    private final TabPage page;

    public JakartaPage(TabPage page) {
        super(page.prefix());
        this.page = page;
    }

    @Override
    public Seq<Node> render(HttpServletRequest request) {
        return page.render(request, request.getParameterMap());
    }
}
