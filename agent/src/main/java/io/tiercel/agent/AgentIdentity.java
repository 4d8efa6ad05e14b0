package io.tiercel.agent;

/**
 * The node that an agent belongs to.
 *
 * @param node the storage daemon's own id, as in block locations
 * @param host the node as block locations name it
 * @param version of this software
 * @param sharesDevices whether it reads with normal I/O priority
 */
public record AgentIdentity(String node, String host, String version, boolean sharesDevices) {}
