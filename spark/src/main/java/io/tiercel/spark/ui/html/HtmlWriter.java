package io.tiercel.spark.ui.html;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Writes HTML or SVG. An element is given as a template of its tag and its attributes, as in {@code a href='%s'}: values replace each
 * {@code %s} in turn, and single quotes are written as double ones. Text and values are always escaped; a {@code Double} is written as a
 * length of SVG.
 */
public final class HtmlWriter {
    private final StringBuilder out = new StringBuilder();
    private final Deque<String> open = new ArrayDeque<>();

    public HtmlWriter open(String element, Object... values) {
        start(element, values);
        out.append('>');
        open.push(element.split(" ", 2)[0]);
        return this;
    }

    /** Closes the element that was opened last. */
    public HtmlWriter close() {
        out.append("</").append(open.pop()).append('>');
        return this;
    }

    public HtmlWriter empty(String element, Object... values) {
        start(element, values);
        out.append("/>");
        return this;
    }

    /** An element with nothing but text in it. */
    public HtmlWriter leaf(String element, String text, Object... values) {
        return open(element, values).text(text).close();
    }

    /** An item of a list: a name in bold, and a text. */
    public void item(String name, String text) {
        open("li").leaf("strong", name + ": ").text(text).close();
    }

    public HtmlWriter text(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '&' -> out.append("&amp;");
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '"' -> out.append("&quot;");
                case '\'' -> out.append("&#39;");
                default -> out.append(c < ' ' && c != '\n' && c != '\t' ? ' ' : c);
            }
        }
        return this;
    }

    private void start(String element, Object... values) {
        String[] parts = element.replace('\'', '"').split("%s", -1);
        if (parts.length != values.length + 1) {
            throw new IllegalArgumentException(element + ": expected as many values as %s, got " + values.length);
        }
        out.append('<').append(parts[0]);
        for (int i = 0; i < values.length; i++) {
            text(values[i] instanceof Double length ? ChartAxis.pixels(length) : values[i].toString());
            out.append(parts[i + 1]);
        }
    }

    /** The document; all elements must be closed. */
    @Override
    public String toString() {
        if (!open.isEmpty()) {
            throw new IllegalStateException("expected all to be closed, still open: " + open);
        }
        return out.toString();
    }
}
