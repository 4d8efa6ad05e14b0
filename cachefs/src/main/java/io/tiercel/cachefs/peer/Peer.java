package io.tiercel.cachefs.peer;

/** A process that serves pages of its node's cache. @param host name or address @param port where it listens */
public record Peer(String host, int port) {}
