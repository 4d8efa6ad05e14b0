package io.tiercel.agent;

import java.nio.file.Path;

/**
 * The file of a replica.
 *
 * @param file the file that holds its bytes and nothing else
 * @param storage id of the device
 * @param length bytes of the file
 */
public record StoredReplica(Path file, String storage, long length) {}
