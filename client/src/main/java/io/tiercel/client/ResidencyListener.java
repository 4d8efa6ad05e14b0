package io.tiercel.client;

import io.tiercel.protocol.Residence;
import java.util.List;

/** Hears of residency, on one thread at a time. Must not wait. */
public interface ResidencyListener {
    /** Changes, or what is known at first. */
    void changed(List<Residence> events);

    /** All that was known about what was added has been said. */
    default void complete() {}

    /** From now on nothing is known: the coordinator was lost. It will be said anew once it is back. */
    void lost();
}
