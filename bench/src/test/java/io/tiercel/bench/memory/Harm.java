package io.tiercel.bench.memory;

import io.tiercel.testkit.NetworkLink.State;
import io.tiercel.testkit.lab.ProcessClocks;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What happens to a part of the cluster in the middle of a job. */
enum Harm {
    KILLED("killed", null),
    PAUSED("paused for 8 s, then resumed", null),
    SLOW("slow for 8 s: of 200 ms it runs 20", null),
    DELAYED("each message waits a second, for 8 s", State.DELAYING),
    DROPPED("cut off for 8 s: nothing passes", State.DROPPING),
    HALF_OPEN("half cut off for 8 s: requests arrive, answers do not", State.HALF_OPEN),
    RESTARTED("killed and started again", null),
    CLOCK("its clock is an hour ahead for 4 s, then an hour behind for 4 s", null),
    WITHOUT_FILES("may open no file and take no connection for 8 s", null);

    private final String text;
    private final @Nullable State state;

    Harm(String text, @Nullable State state) {
        this.text = text;
        this.state = state;
    }

    String text() {
        return text;
    }

    /** Executors and NameNodes without descriptors end stock jobs too. Not everywhere can a process have a clock of its own. */
    boolean mayComeTo(Victim victim) {
        return switch (this) {
            case WITHOUT_FILES -> victim == Victim.COORDINATOR || victim == Victim.DATA_NODE;
            case CLOCK -> ProcessClocks.arePossible();
            default -> true;
        };
    }

    /** The state of the victim's links; empty if the harm is not the network's. */
    Optional<State> ofLinks() {
        return Optional.ofNullable(state);
    }
}
