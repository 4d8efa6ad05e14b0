package io.tiercel.client;

import io.tiercel.protocol.Residence;
import java.util.List;

/** Receives residency, on one thread at a time. Must not wait. */
public interface ResidencyListener {
    /** Blocks have come or gone, or the coordinator says for the first time where they are. */
    void changed(List<Residence> events);

    /** The coordinator was lost and is back, and has said again all that it knows. */
    default void repeated() {}

    /** The coordinator is lost, and with it all that was known. It is repeated once the coordinator is back. */
    default void lost() {}
}
