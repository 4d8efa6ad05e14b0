package io.tiercel.spark;

import java.util.Collection;
import java.util.List;
import scala.collection.JavaConverters;
import scala.collection.immutable.List$;

/** Lists of Scala as Java's, and back, by methods that Scala 2.12 and 2.13 share. */
@SuppressWarnings("deprecation") // In 2.13. What it names instead, 2.12 lacks.
public final class ScalaLists {
    private ScalaLists() {}

    public static <T> List<T> java(scala.collection.Seq<T> values) {
        return JavaConverters.seqAsJavaList(values);
    }

    public static <T> Collection<T> java(scala.collection.Iterable<T> values) {
        return JavaConverters.asJavaCollection(values);
    }

    public static <T> scala.collection.immutable.List<T> scala(List<T> values) {
        scala.collection.immutable.List<T> all = List$.MODULE$.empty();
        for (int i = values.size() - 1; i >= 0; i--) {
            all = all.$colon$colon(values.get(i));
        }
        return all;
    }
}
