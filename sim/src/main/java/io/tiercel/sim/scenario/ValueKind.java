package io.tiercel.sim.scenario;

/** The kind of a key's value. */
enum ValueKind {
    SIZE("a size, as '128 MiB' or '1.5 GB'"),
    RATE("a rate, as '160 MB/s' or '1 Gbit/s'"),
    TIME("a time, as '500 ms' or '2 h'"),
    COST("a time by size, as '0.1 s/MiB'"),
    COUNT("a whole number"),
    FACTOR("a number"),
    SWITCH("true or false"),
    NAME("a name"),
    CHOICE("a choice"),
    SECTION("keys with values"),
    LIST("a list");

    private final String text;

    ValueKind(String text) {
        this.text = text;
    }

    String text() {
        return text;
    }
}
