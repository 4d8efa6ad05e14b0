package io.tiercel.demo.leadtime;

import java.util.Arrays;

/** How long before the job its input is hinted. */
enum LeadTimeOption {
    NONE("none", 0, 0),
    HALF("half", 0.5, 0),
    ENOUGH("enough", 1.15, 2);

    private final String id;
    private final double share;
    private final double more;

    /** @param more seconds for agents to ask for work, and for the last blocks */
    LeadTimeOption(String id, double share, double more) {
        this.id = id;
        this.share = share;
        this.more = more;
    }

    String id() {
        return id;
    }

    /** @param need seconds in which all devices together read the input */
    double seconds(double need) {
        return share * need + more;
    }

    static LeadTimeOption named(String id) {
        return Arrays.stream(values())
                .filter(each -> each.id.equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no lead time " + id));
    }
}
