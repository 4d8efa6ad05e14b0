package io.tiercel.cli.text;

import java.io.PrintWriter;
import java.util.function.Supplier;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/** How far something is: a bar on a terminal, a line for each tenth elsewhere. */
public final class ProgressDisplay implements AutoCloseable {
    private final PrintWriter out;
    private final String name;
    private final Unit unit;
    private final boolean terminal;
    private @Nullable ProgressBar bar;
    private long shownTenths = -1;

    /**
     * In what a bar counts.
     *
     * @param name with a space before it
     * @param size how many make one
     */
    public record Unit(String name, long size) {}

    public ProgressDisplay(PrintWriter out, String name, Unit unit, boolean terminal) {
        this.out = out;
        this.name = name;
        this.unit = unit;
        this.terminal = terminal;
    }

    /**
     * Shows how far it is; called by one thread at a time.
     *
     * @param extra what stands behind a bar
     * @param line what a line says
     */
    public void show(long done, long all, String extra, Supplier<String> line) {
        if (terminal) {
            ProgressBar shown = bar;
            if (shown == null) {
                shown = new ProgressBarBuilder()
                        .setTaskName(name)
                        .setUnit(unit.name(), unit.size())
                        .setInitialMax(all)
                        .setStyle(ProgressBarStyle.COLORFUL_UNICODE_BLOCK)
                        .setUpdateIntervalMillis(200)
                        .build();
                bar = shown;
            }
            shown.maxHint(all);
            shown.stepTo(done);
            shown.setExtraMessage(extra);
            return;
        }
        long tenths = all == 0 ? 10 : (long) Math.floor(10.0 * done / all);
        if (tenths > shownTenths) {
            shownTenths = tenths;
            out.println(line.get());
            out.flush();
        }
    }

    @Override
    public void close() {
        if (bar != null) {
            bar.close();
        }
    }
}
