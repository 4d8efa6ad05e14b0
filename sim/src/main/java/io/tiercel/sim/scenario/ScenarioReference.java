package io.tiercel.sim.scenario;

import java.util.stream.Collectors;

/** The reference of all keys of scenario files. */
public final class ScenarioReference {
    /** Its heading. */
    public static final String TITLE = "## All keys of a scenario file";

    private ScenarioReference() {}

    /** The reference in Markdown, with its heading. */
    public static String text() {
        StringBuilder text = new StringBuilder(TITLE).append("\n\n");
        text.append(
                "A number has its unit beside it: sizes in B, kB, MB, GB, TB, PB or KiB, MiB, GiB, TiB, PiB; rates in these a second, or in kbit/s,"
                        + " Mbit/s, Gbit/s; times in ns, us, ms, s, min, h, d; costs are times by size. A key that is not listed is an error.\n");
        for (Section section : Section.values()) {
            text.append("\n### ").append(section == Section.SCENARIO ? section.path() : "`" + section.path() + "`");
            text.append("\n\n| key | value | without it | what it means |\n| --- | --- | --- | --- |\n");
            for (ScenarioKey key : section.keys()) {
                text.append("| `")
                        .append(key.name())
                        .append("` | ")
                        .append(value(key))
                        .append(" | ");
                text.append(without(key)).append(" | ").append(key.doc()).append(" |\n");
            }
        }
        return text.toString();
    }

    private static String value(ScenarioKey key) {
        return key.choices().isEmpty()
                ? key.kind().text()
                : key.choices().stream().map(choice -> "`" + choice + "`").collect(Collectors.joining(", "));
    }

    private static String without(ScenarioKey key) {
        return key.without().map(text -> "`" + text + "`").orElse(key.optional() ? "" : "*must be there*");
    }
}
