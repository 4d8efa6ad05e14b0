package io.tiercel.cachefs.peer;

import java.io.IOException;

/** A peer serves as many connections as it does at a time. It has not failed. */
public final class BusyPeerException extends IOException {
    BusyPeerException(String peer) {
        super(peer + " serves as many readers as it does at a time");
    }
}
