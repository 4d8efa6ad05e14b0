package io.tiercel.cli.doctor.check;

import io.tiercel.cli.doctor.check.Finding.Level;
import io.tiercel.cli.doctor.evidence.Seen;
import java.util.ArrayList;
import java.util.List;

/** Takes what one check finds. */
final class Report {
    private final String check;
    private final List<Finding> findings = new ArrayList<>();

    Report(String check) {
        this.check = check;
    }

    List<Finding> findings() {
        return List.copyOf(findings);
    }

    void ok(String text) {
        add(Level.OK, text, "");
    }

    void hint(String text, String fix) {
        add(Level.HINT, text, fix);
    }

    void warning(String text, String fix) {
        add(Level.WARNING, text, fix);
    }

    void error(String text, String fix) {
        add(Level.ERROR, text, fix);
    }

    /** @param text what was not checked, and why */
    void unchecked(String text, String fix) {
        add(Level.UNCHECKED, text, fix);
    }

    /** Evidence that is not there. */
    void missing(Seen<?> evidence) {
        add(evidence.isBroken() ? Level.ERROR : Level.UNCHECKED, evidence.why(), evidence.fix());
    }

    private void add(Level level, String text, String fix) {
        findings.add(new Finding(level, check, text, fix));
    }
}
