package io.tiercel.prefetch.plan;

import java.util.Locale;

/**
 * The decision on one block.
 *
 * @param choice prefetched, or why not
 * @param device index of the device to read it from; -1 if not prefetched. Agents bind late and may take another
 * @param readyAt when it should be in memory, seconds; infinity if never
 * @param neededAt when its first task should start, seconds; infinity if none reads it
 */
public record BlockDecision(PrefetchReason choice, int device, double readyAt, double neededAt) {
    public boolean taken() {
        return choice == PrefetchReason.TAKEN;
    }

    /** The reason in words, with its times. */
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
