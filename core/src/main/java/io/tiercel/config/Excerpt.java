package io.tiercel.config;

import java.util.Locale;
import java.util.regex.Pattern;

/** Foreign text as messages quote it: one line of about 80 characters at most. */
public final class Excerpt {
    private static final int LONGEST = 80;
    private static final Pattern CONTROL = Pattern.compile("[\\p{Cntrl}\\x{80}-\\x{9f}\\x{2028}\\x{2029}]");

    private Excerpt() {}

    /** Escapes control characters and line ends. Marks with "…" what it cuts off. */
    public static String of(String text) {
        return oneLine(text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…");
    }

    /** The same in its full length. */
    public static String oneLine(String text) {
        return CONTROL.matcher(text)
                .replaceAll(found -> String.format(
                        Locale.ROOT, "\\\\u%04x", (int) found.group().charAt(0)));
    }
}
