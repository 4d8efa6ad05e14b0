package io.tiercel.bench.demo.leadtime;

/** One job of the scene, as its application is told to call it. */
record Run(Treatment treatment, Lead lead) {
    private static final String BETWEEN = "-";

    /** As in {@code dyrs-half}. */
    String name() {
        return treatment.id() + BETWEEN + lead.id();
    }

    static Run named(String name) {
        int at = name.indexOf(BETWEEN);
        return new Run(Treatment.named(name.substring(0, at)), Lead.named(name.substring(at + 1)));
    }
}
