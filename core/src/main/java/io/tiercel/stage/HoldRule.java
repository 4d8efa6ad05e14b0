package io.tiercel.stage;

import io.tiercel.assign.CostModel;
import io.tiercel.assign.Preferences;
import io.tiercel.assign.QuartetPolicy;
import io.tiercel.assign.TridentPolicy;
import io.tiercel.model.Tier;

/**
 * For how long a task may leave a worse slot free and wait for a better one: as long as waiting can at best save, and never
 * longer than a cap. Waiting for what one could save is the ski-rental rule: at worst the read takes as long again as the
 * worse slot would have cost more than the better one.
 *
 * @param capMillis never longer than this; 0 never waits
 * @param millisPerByteUnit milliseconds to read one byte at a cost of one unit
 * @param onlyForMemory whether nothing but memory is worth waiting for
 */
public record HoldRule(long capMillis, double millisPerByteUnit, boolean onlyForMemory) {
    /** Never waits. */
    public static final HoldRule NEVER = new HoldRule(0, 0, false);

    public HoldRule {
        if (capMillis < 0 || !(millisPerByteUnit >= 0)) {
            throw new IllegalArgumentException("expected a cap and a read time of at least 0, got " + capMillis
                    + " ms and " + millisPerByteUnit + " ms");
        }
    }

    /** @param bytesPerSecond that a tier of score 1 is read with */
    public static HoldRule of(long capMillis, long bytesPerSecond) {
        return new HoldRule(capMillis, 1000.0 / bytesPerSecond / CostModel.UNITS_PER_SCORE, false);
    }

    /**
     * The rule that a policy goes by: Trident waits for whatever is better. What Quartet leaves to the engine waits by the engine's own delay
     * scheduling, which knows no level of memory and lets a task go at once to any node that has its block on a device; so it waits for memory. The
     * others never wait.
     *
     * @param policy its name
     * @param bytesPerSecond that a tier of score 1 is read with
     */
    public static HoldRule under(String policy, long capMillis, long bytesPerSecond) {
        return switch (policy) {
            case TridentPolicy.NAME -> of(capMillis, bytesPerSecond);
            case QuartetPolicy.NAME -> of(capMillis, bytesPerSecond).forMemory();
            default -> NEVER;
        };
    }

    private HoldRule forMemory() {
        return new HoldRule(capMillis, millisPerByteUnit, true);
    }

    /** Milliseconds that reading {@code bytes} at {@code cost} takes. */
    public double readMillis(long bytes, int cost) {
        return bytes * millisPerByteUnit * cost;
    }

    /** Whether a task may wait for where it costs {@code better}. */
    boolean concerns(Preferences task, int better) {
        if (!onlyForMemory) {
            return true;
        }
        for (int i = 0; i < task.size(); i++) {
            if (task.nodeCost(i) == better && task.nodeTier(i) == Tier.MEMORY) {
                return true;
            }
        }
        return false;
    }

    /** For how many milliseconds in all a task of {@code bytes} may wait for {@code better} rather than run at {@code here}. */
    long limitMillis(long bytes, int here, int better) {
        return here <= better ? 0 : (long) Math.min(capMillis, readMillis(bytes, here - better));
    }
}
