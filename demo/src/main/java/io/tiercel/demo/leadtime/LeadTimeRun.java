package io.tiercel.demo.leadtime;

/** One job of the scene, under the name that its application reports. */
record LeadTimeRun(LeadTimeTreatment treatment, LeadTimeOption lead) {
    private static final String BETWEEN = "-";

    /** As in {@code dyrs-half}. */
    String name() {
        return treatment.id() + BETWEEN + lead.id();
    }

    /** Runs in each round: a run of two seconds is disturbed more easily than one of ten. */
    int times() {
        boolean fromMemory = treatment == LeadTimeTreatment.MEMORY
                || treatment == LeadTimeTreatment.DYRS && lead == LeadTimeOption.ENOUGH;
        return fromMemory ? 3 : 1;
    }

    static LeadTimeRun named(String name) {
        int at = name.indexOf(BETWEEN);
        return new LeadTimeRun(
                LeadTimeTreatment.named(name.substring(0, at)), LeadTimeOption.named(name.substring(at + 1)));
    }
}
