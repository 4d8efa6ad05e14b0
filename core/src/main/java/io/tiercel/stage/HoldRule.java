package io.tiercel.stage;

import io.tiercel.assign.CostModel;
import io.tiercel.assign.HoldScope;
import io.tiercel.assign.Preferences;
import io.tiercel.model.Tier;

/**
 * How long a task may leave a worse slot free and wait for a better one: as long as waiting can save, and never longer than a
 * cap. This is the ski-rental rule: at worst the read takes twice the time that the better slot would have saved.
 *
 * @param capMillis longest wait; 0 never waits
 * @param millisPerByteUnit milliseconds to read one byte at a cost of one unit
 * @param scope which better places are worth waiting for
 */
public record HoldRule(long capMillis, double millisPerByteUnit, HoldScope scope) {
    public static final HoldRule NEVER = new HoldRule(0, 0, HoldScope.NOTHING);

    public HoldRule {
        if (capMillis < 0 || !(millisPerByteUnit >= 0)) {
            throw new IllegalArgumentException("expected a cap and a read time of at least 0, got " + capMillis
                    + " ms and " + millisPerByteUnit + " ms");
        }
    }

    /**
     * A rule for the places that a policy wants to wait for.
     *
     * @param scope as the policy says; {@link HoldScope#NOTHING} never waits
     * @param bytesPerSecond read rate of a tier of score 1
     */
    public static HoldRule of(HoldScope scope, long capMillis, long bytesPerSecond) {
        return scope == HoldScope.NOTHING
                ? NEVER
                : new HoldRule(capMillis, 1000.0 / bytesPerSecond / CostModel.UNITS_PER_SCORE, scope);
    }

    /** Milliseconds that reading {@code bytes} at {@code cost} takes. */
    public double readMillis(long bytes, int cost) {
        return bytes * millisPerByteUnit * cost;
    }

    /** Whether a task may wait for a place where it costs {@code better}. */
    boolean covers(Preferences task, int better, Tier firstTier) {
        if (scope != HoldScope.FIRST_TIER) {
            return scope == HoldScope.ANY_GAIN;
        }
        for (int i = 0; i < task.size(); i++) {
            if (task.nodeCost(i) == better && task.nodeTier(i) == firstTier) {
                return true;
            }
        }
        return false;
    }

    /** Milliseconds that a task of {@code bytes} may wait in all for {@code better} rather than run at {@code here}. */
    long limitMillis(long bytes, int here, int better) {
        return here <= better ? 0 : (long) Math.min(capMillis, readMillis(bytes, here - better));
    }
}
