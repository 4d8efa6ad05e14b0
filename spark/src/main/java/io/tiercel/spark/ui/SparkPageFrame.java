package io.tiercel.spark.ui;

import jakarta.servlet.http.HttpServletRequest;
import java.lang.reflect.Method;
import java.util.Arrays;
import org.apache.spark.ui.SparkUITab;
import org.apache.spark.ui.UIUtils$;
import scala.Function0;
import scala.collection.immutable.Seq;
import scala.xml.Node;

/**
 * Spark's frame around a page. Its method is looked up by name: Spark 4.2 added parameters with defaults after those of 4.1, and one jar
 * runs on both.
 */
final class SparkPageFrame {
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
            defaults[i] = UIUtils$.class.getMethod(NAME + "$default$" + (i + 1)).invoke(SPARK);
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
