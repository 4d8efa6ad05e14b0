package io.tiercel.cli.doctor.evidence;

import java.util.Optional;

/**
 * Evidence that was looked for.
 *
 * @param value what was seen; empty if it could not be seen
 * @param isBroken whether it should have been there and is wrong; else nobody has named it
 * @param why why it could not be seen
 * @param fix what helps
 */
public record Seen<T>(Optional<T> value, boolean isBroken, String why, String fix) {
    public static <T> Seen<T> of(T value) {
        return new Seen<>(Optional.of(value), false, "", "");
    }

    public static <T> Seen<T> unnamed(String why, String fix) {
        return new Seen<>(Optional.empty(), false, why, fix);
    }

    public static <T> Seen<T> broken(String why, String fix) {
        return new Seen<>(Optional.empty(), true, why, fix);
    }
}
