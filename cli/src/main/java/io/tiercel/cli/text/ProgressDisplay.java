package io.tiercel.cli.text;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.util.function.Supplier;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/** Shows progress: a bar on a terminal, a line for each tenth elsewhere. */
public final class ProgressDisplay implements AutoCloseable {
    private static final int UPDATE_MILLIS = 200;

    private final PrintWriter out;
    private final String name;
    private final Unit unit;
    private final boolean terminal;
    private long total;
    private long done;
    private long shownTenths = -1;
    private @Nullable ProgressBar bar;

    /** The unit in which progress is counted: its name with a space before it, and how many make one. */
    public record Unit(String name, long size) {
        public static final Unit MEBIBYTES = new Unit(" MiB", 1 << 20);
    }

    public ProgressDisplay(PrintWriter out, String name, Unit unit, boolean terminal) {
        this.out = out;
        this.name = name;
        this.unit = unit;
        this.terminal = terminal;
    }

    /** A display of {@link #step steps} towards a total, on this process' terminal if it has one. */
    public static ProgressDisplay of(PrintStream out, String name, Unit unit, long total) {
        ProgressDisplay display = new ProgressDisplay(new PrintWriter(out, true), name, unit, System.console() != null);
        display.total = total;
        return display;
    }

    /** As {@link #of(PrintStream, String, Unit, long)}, counting single things. */
    public static ProgressDisplay of(PrintStream out, String name, String things, long total) {
        return of(out, name, new Unit(things, 1), total);
    }

    /** Adds to what is done. {@code what} tells people what was done or is under way. */
    public synchronized void step(long more, String what) {
        done += more;
        show(
                done,
                total,
                what,
                () -> name + ": " + Math.min(done, total) / unit.size() + " of " + total / unit.size() + unit.name()
                        + (what.isEmpty() ? "" : ", " + what));
    }

    /**
     * Shows progress.
     *
     * @param extra stands behind a bar
     * @param line stands in its place where there is no terminal
     */
    public synchronized void show(long current, long all, String extra, Supplier<String> line) {
        if (terminal) {
            ProgressBar shown = bar == null ? newBar(all) : bar;
            bar = shown;
            shown.maxHint(all);
            shown.stepTo(current);
            shown.setExtraMessage(extra);
            return;
        }
        // Totals are estimates: work beyond them is no further tenth.
        long tenths = all == 0 ? 10 : (long) Math.min(10, Math.floor(10.0 * current / all));
        if (tenths > shownTenths) {
            shownTenths = tenths;
            out.println(line.get());
            out.flush();
        }
    }

    private ProgressBar newBar(long all) {
        return new ProgressBarBuilder()
                .setTaskName(name)
                .setUnit(unit.name(), unit.size())
                .setInitialMax(all)
                .setStyle(ProgressBarStyle.COLORFUL_UNICODE_BLOCK)
                .setUpdateIntervalMillis(UPDATE_MILLIS)
                .build();
    }

    @Override
    public synchronized void close() {
        if (bar != null) {
            bar.close();
        }
    }
}
