package io.tiercel.prefetch.plan;

import java.util.Locale;

/**
 * What was decided about a block.
 *
 * @param choice taken, or why not
 * @param device index of the device that it is to be read from; -1 where it is not prefetched. The agents bind late and may take
 *     another
 * @param readyAt when it is expected in memory, seconds; infinity if it is not
 * @param neededAt when the first task that reads it is expected to start, seconds; infinity if none reads it
 */
public record BlockDecision(PrefetchReason choice, int device, double readyAt, double neededAt) {
    /** Whether it is prefetched. */
    public boolean taken() {
        return choice == PrefetchReason.TAKEN;
    }

    /** The reason in words, with the times that it rests on. */
    public String reason() {
        return switch (choice) {
            case TAKEN, ON_ITS_WAY ->
                String.format(Locale.ROOT, "%s: ready at %.2f s, needed at %.2f s", choice.text(), readyAt, neededAt);
            case LATE ->
                String.format(
                        Locale.ROOT,
                        "%s: %.2f s after its task starts at %.2f s",
                        choice.text(),
                        readyAt - neededAt,
                        neededAt);
            default -> choice.text();
        };
    }
}
