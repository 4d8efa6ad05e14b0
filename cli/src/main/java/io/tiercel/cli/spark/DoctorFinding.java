package io.tiercel.cli.spark;

/**
 * One thing that {@code tiercel doctor} looked at.
 *
 * @param text what was found
 * @param fix what to do about it; empty where nothing is to be done
 */
record DoctorFinding(Level level, String text, String fix) {
    enum Level {
        OK,
        /** Tiercel works, though not as well as it might, or nobody has tried. */
        NOTE,
        /** This cannot be served as it is. */
        MISSING
    }

    static DoctorFinding ok(String text) {
        return new DoctorFinding(Level.OK, text, "");
    }

    static DoctorFinding note(String text, String fix) {
        return new DoctorFinding(Level.NOTE, text, fix);
    }

    static DoctorFinding missing(String text, String fix) {
        return new DoctorFinding(Level.MISSING, text, fix);
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
