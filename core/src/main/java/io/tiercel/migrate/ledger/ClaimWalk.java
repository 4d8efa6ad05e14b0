package io.tiercel.migrate.ledger;

import org.jspecify.annotations.Nullable;

/** Looks at the claims that a job has now, while claims come and go: one that is made meanwhile is not seen. */
public final class ClaimWalk {
    private @Nullable Claim next;

    ClaimWalk(@Nullable Claim first) {
        next = first;
    }

    public boolean hasNext() {
        return next != null;
    }

    /** The next claim, null if there is none. */
    public @Nullable Claim take() {
        Claim taken = next;
        next = taken == null ? null : taken.nextOfJob;
        return taken;
    }

    /** The claim is about to leave its job. */
    void leave(Claim claim) {
        if (next == claim) {
            next = claim.nextOfJob;
        }
    }
}
