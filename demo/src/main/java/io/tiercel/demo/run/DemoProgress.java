package io.tiercel.demo.run;

import java.io.PrintStream;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** Shows how far the demo is: a bar on a terminal, plain lines elsewhere. */
public interface DemoProgress extends AutoCloseable {
    /** Some of the work is done. */
    void step(long done, String what);

    @Override
    void close();

    /** @param total the work to do, in {@code unit}s */
    static DemoProgress of(PrintStream out, String title, String unit, long total) {
        return System.console() == null ? new Lines(out, title, unit, total) : new Bar(title, unit, total);
    }

    /** A line for each tenth of the work. */
    final class Lines implements DemoProgress {
        private final PrintStream out;
        private final String title;
        private final String unit;
        private final long total;
        private long done;
        private long shownTenths;

        Lines(PrintStream out, String title, String unit, long total) {
            this.out = out;
            this.title = title;
            this.unit = unit;
            this.total = total;
        }

        @Override
        public synchronized void step(long more, String what) {
            done += more;
            long tenths = Math.min(10, 10 * done / Math.max(1, total));
            if (tenths > shownTenths) {
                shownTenths = tenths;
                out.println(title + ": " + Math.min(done, total) + " of " + total + " " + unit
                        + (what.isEmpty() ? "" : ", " + what));
            }
        }

        @Override
        public void close() {
            // Every line stands for itself.
        }
    }

    /** The library's bar, on the terminal. */
    final class Bar implements DemoProgress {
        private final ProgressBar bar;

        Bar(String title, String unit, long total) {
            bar = new ProgressBarBuilder()
                    .setTaskName(title)
                    .setUnit(" " + unit, 1)
                    .setInitialMax(total)
                    .setStyle(ProgressBarStyle.COLORFUL_UNICODE_BLOCK)
                    .setUpdateIntervalMillis(250)
                    .build();
        }

        @Override
        public void step(long more, String what) {
            bar.stepBy(more);
            bar.setExtraMessage(what);
        }

        @Override
        public void close() {
            bar.close();
        }
    }
}
