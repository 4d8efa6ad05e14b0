package io.tiercel.demo.report;

import java.util.Locale;

/** Formats numbers in reports as English has them, whatever the machine's locale. */
public final class ReportText {
    private ReportText() {}

    public static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }

    /** A share from 0 to 1 as whole percent. */
    public static String percent(double share) {
        return Double.isNaN(share) ? "-" : text("%.0f%%", 100 * share);
    }
}
