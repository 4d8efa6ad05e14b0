package io.tiercel.agent.curve;

import java.time.Duration;

/**
 * When devices are measured.
 *
 * @param isOn whether they are
 * @param interval how old a curve may get
 * @param share largest share of a device's time: above 0, at most 1
 */
public record CurveSettings(boolean isOn, Duration interval, double share) {
    public static final CurveSettings OFF = new CurveSettings(false, Duration.ofHours(1), 0.01);
}
