package io.tiercel.bench.demo.leadtime;

/** One job of the scene, as its application is told to call it. */
record Run(Treatment treatment, Lead lead) {
    private static final String BETWEEN = "-";

    /** As in {@code dyrs-half}. */
    String name() {
        return treatment.id() + BETWEEN + lead.id();
    }

    /** How often in each round: what takes two seconds is disturbed more easily than what takes ten. */
    int times() {
        boolean fromMemory = treatment == Treatment.MEMORY || treatment == Treatment.DYRS && lead == Lead.ENOUGH;
        return fromMemory ? 3 : 1;
    }

    static Run named(String name) {
        int at = name.indexOf(BETWEEN);
        return new Run(Treatment.named(name.substring(0, at)), Lead.named(name.substring(at + 1)));
    }
}
