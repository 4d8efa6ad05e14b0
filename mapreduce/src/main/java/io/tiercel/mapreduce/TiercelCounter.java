package io.tiercel.mapreduce;

import io.tiercel.record.ReadPlace;

/** The job's counters of group {@code Tiercel}: from where maps read, by what was known when they got their containers. */
public enum TiercelCounter {
    MAPS_MEMORY,
    MAPS_SSD,
    MAPS_HDD,
    MAPS_RACK,
    MAPS_REMOTE,
    MAPS_UNKNOWN;

    /** No map's input is in the process that will run it. */
    public static TiercelCounter of(ReadPlace place) {
        return switch (place) {
            case PROCESS, MEMORY -> MAPS_MEMORY;
            case SSD -> MAPS_SSD;
            case HDD -> MAPS_HDD;
            case RACK -> MAPS_RACK;
            case REMOTE -> MAPS_REMOTE;
            case UNKNOWN -> MAPS_UNKNOWN;
        };
    }
}
