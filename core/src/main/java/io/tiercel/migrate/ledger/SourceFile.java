package io.tiercel.migrate.ledger;

/**
 * One version of a file: another file, length or time of modification is another version.
 *
 * @param path absolute, without scheme and authority
 * @param fileId the file system's number of the file
 * @param length bytes
 * @param modified milliseconds since the epoch
 */
public record SourceFile(String path, long fileId, long length, long modified) {}
