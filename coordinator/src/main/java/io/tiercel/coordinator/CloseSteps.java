package io.tiercel.coordinator;

import java.util.List;

/** Steps that give back what something has. Each of them runs, even after an {@link Error} of another. */
final class CloseSteps {
    private CloseSteps() {}

    /** Throws what the first step that failed has thrown. That of others is added to it. */
    static void run(List<Runnable> steps) {
        for (int i = 0; i < steps.size(); i++) {
            try {
                steps.get(i).run();
            } catch (Throwable e) {
                run(steps.subList(i + 1, steps.size()), e);
                throw e;
            }
        }
    }

    /** @param error that made the steps necessary; what they throw is added to it */
    static void run(Iterable<Runnable> steps, Throwable error) {
        for (Runnable step : steps) {
            try {
                step.run();
            } catch (Throwable e) {
                addTo(error, e);
            }
        }
    }

    /** An error cannot be added to itself. */
    private static void addTo(Throwable error, Throwable more) {
        if (more != error) {
            error.addSuppressed(more);
        }
    }
}
