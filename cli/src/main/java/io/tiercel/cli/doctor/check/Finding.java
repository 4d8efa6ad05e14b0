package io.tiercel.cli.doctor.check;

import java.util.Locale;

/**
 * One thing that {@code tiercel doctor} has found.
 *
 * @param check the check that found it
 * @param text what was found; one line
 * @param fix what to do about it, one line; empty where nothing is to be done
 */
public record Finding(Level level, String check, String text, String fix) {
    public enum Level {
        OK,
        /** Something could be better, or nobody has tried it. */
        HINT,
        /** Tiercel works, and a part of it does not, or not as well as it should. */
        WARNING,
        /** This cannot be served as it is. */
        ERROR,
        /** It could not be checked. */
        UNCHECKED
    }

    /** How JSON names the level. */
    public String levelName() {
        return level.name().toLowerCase(Locale.ROOT);
    }

    /** For people: the level, what was found, and below it the fix. */
    public String lines() {
        String label = level == Level.ERROR ? "ERROR" : levelName();
        return String.format("%-11s%s", label, text) + (fix.isEmpty() ? "" : String.format("%n%-11s-> %s", "", fix));
    }
}
