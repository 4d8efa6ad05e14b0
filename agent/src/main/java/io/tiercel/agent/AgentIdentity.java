package io.tiercel.agent;

/**
 * Whose agent it is.
 *
 * @param node the storage daemon's own id, which block locations carry
 * @param host the node as block locations name it
 * @param version of this software
 * @param sharesDevices whether it reads as urgently as everybody else from the same device
 */
public record AgentIdentity(String node, String host, String version, boolean sharesDevices) {}
