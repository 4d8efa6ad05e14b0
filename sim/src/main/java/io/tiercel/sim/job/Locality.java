package io.tiercel.sim.job;

import io.tiercel.model.Tier;

/** Where a task has read its input. */
public enum Locality {
    MEMORY_LOCAL,
    SSD_LOCAL,
    HDD_LOCAL,
    /** In the memory of another node. */
    MEMORY_ELSEWHERE,
    RACK_LOCAL,
    ELSEWHERE,
    NO_INPUT;

    static Locality local(Tier tier) {
        return switch (tier) {
            case MEMORY -> MEMORY_LOCAL;
            case SSD -> SSD_LOCAL;
            case HDD -> HDD_LOCAL;
            case REMOTE -> ELSEWHERE;
        };
    }

    public boolean isFromMemory() {
        return this == MEMORY_LOCAL || this == MEMORY_ELSEWHERE;
    }

    public boolean isDataLocal() {
        return this == MEMORY_LOCAL || this == SSD_LOCAL || this == HDD_LOCAL;
    }
}
