package io.tiercel.spark.ui.html;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;

/** Writes HTML or SVG. Text and attribute values are always escaped. */
public final class HtmlWriter {
    private final StringBuilder out = new StringBuilder();
    private final Deque<String> open = new ArrayDeque<>();

    /** @param attributes names and values in turn */
    public HtmlWriter open(String tag, String... attributes) {
        start(tag, attributes).append('>');
        open.push(tag);
        return this;
    }

    /** Closes the element that was opened last. */
    public HtmlWriter close() {
        out.append("</").append(open.pop()).append('>');
        return this;
    }

    /** An element without content. */
    public HtmlWriter empty(String tag, String... attributes) {
        start(tag, attributes).append("/>");
        return this;
    }

    /** An element with nothing but text in it. */
    public HtmlWriter leaf(String tag, String text, String... attributes) {
        return open(tag, attributes).text(text).close();
    }

    public HtmlWriter text(String text) {
        escape(text);
        return this;
    }

    /** Lets {@code more} write here. */
    HtmlWriter with(Consumer<HtmlWriter> more) {
        more.accept(this);
        return this;
    }

    private StringBuilder start(String tag, String... attributes) {
        out.append('<').append(tag);
        for (int i = 0; i < attributes.length; i += 2) {
            out.append(' ').append(attributes[i]).append("=\"");
            escape(attributes[i + 1]);
            out.append('"');
        }
        return out;
    }

    private void escape(String text) {
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
