package io.tiercel.spark.ui.html;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A scale from values to pixels.
 *
 * @param from the value at {@code start}
 * @param to the value at {@code end}, above {@code from}
 * @param start pixels
 * @param end pixels
 */
public record ChartAxis(double from, double to, double start, double end) {
    private static final double[] NICE = {1, 2, 5, 10};
    private static final double[] NICE_SECONDS = {15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 43200, 86400
    };

    public double at(double value) {
        return start + (value - from) / (to - from) * (end - start);
    }

    /** A length or position as SVG writes it. */
    public static String pixels(double value) {
        String text = String.format(Locale.ROOT, "%.1f", value);
        return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
    }

    /** {@code about} round values between the ends, or nearly so many, counted from {@code from}. */
    List<Double> ticks(int about) {
        return every(round((to - from) / about));
    }

    /** The same where values are milliseconds. */
    List<Double> timeTicks(int about) {
        double seconds = (to - from) / 1000 / about;
        if (seconds <= 10) {
            return every(1000 * round(seconds));
        }
        for (double nice : NICE_SECONDS) {
            if (nice >= seconds) {
                return every(1000 * nice);
            }
        }
        return every(86_400_000 * Math.ceil(seconds / 86_400));
    }

    private List<Double> every(double step) {
        List<Double> ticks = new ArrayList<>();
        for (double value = 0; value <= (to - from) * (1 + 1e-9); value += step) {
            ticks.add(from + value);
        }
        return ticks;
    }

    private static double round(double rough) {
        double power = Math.pow(10, Math.floor(Math.log10(rough)));
        for (double nice : NICE) {
            if (nice * power >= rough * (1 - 1e-9)) {
                return nice * power;
            }
        }
        return 10 * power;
    }
}
