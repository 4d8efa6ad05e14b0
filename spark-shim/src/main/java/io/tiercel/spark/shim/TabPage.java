package io.tiercel.spark.shim;

import java.util.Map;
import scala.collection.immutable.Seq;
import scala.xml.Node;

/** A page of the tab, whichever servlet API its Spark has. */
public interface TabPage {
    /** Its name in the page's address. */
    String prefix();

    /** @param request an {@code HttpServletRequest}, of either API */
    Seq<Node> render(Object request, Map<String, String[]> parameters);
}
