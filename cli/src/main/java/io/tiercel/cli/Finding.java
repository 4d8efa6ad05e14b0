package io.tiercel.cli;

/**
 * One thing that {@code tiercel doctor} looked at.
 *
 * @param text what was found
 * @param fix what to do about it; empty where nothing is to be done
 */
record Finding(Level level, String text, String fix) {
    enum Level {
        OK,
        /** Tiercel works, though not as well as it might, or nobody has tried. */
        NOTE,
        /** This cannot be served as it is. */
        MISSING
    }

    static Finding ok(String text) {
        return new Finding(Level.OK, text, "");
    }

    static Finding note(String text, String fix) {
        return new Finding(Level.NOTE, text, fix);
    }

    static Finding missing(String text, String fix) {
        return new Finding(Level.MISSING, text, fix);
    }

    /** For people: the level, what was found, and below it the fix. */
    String lines() {
        String label =
                switch (level) {
                    case OK -> "ok       ";
                    case NOTE -> "note     ";
                    case MISSING -> "MISSING  ";
                };
        return label + text + (fix.isEmpty() ? "" : System.lineSeparator() + "         -> " + fix);
    }
}
