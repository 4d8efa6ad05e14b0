package io.tiercel.cachefs.peer;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Set;

/** The secret by which cache agents and applications know each other, from a file. */
public final class PeerSecret {
    private static final int LEAST_BYTES = 16;

    private static final Set<PosixFilePermission> OTHERS = Set.of(
            PosixFilePermission.GROUP_READ,
            PosixFilePermission.GROUP_WRITE,
            PosixFilePermission.OTHERS_READ,
            PosixFilePermission.OTHERS_WRITE);

    private PeerSecret() {}

    /**
     * Reads a secret. White space at both ends does not count.
     *
     * @throws IOException with one line for a person, if the file cannot be read, if others may read it, or if it is too short
     */
    public static byte[] read(Path file) throws IOException {
        String text;
        try {
            text = Files.readString(file, StandardCharsets.ISO_8859_1).strip();
        } catch (NoSuchFileException e) {
            throw new IOException(file + ": expected a file with a secret, there is none", e);
        } catch (IOException e) {
            throw new IOException(file + ": the secret cannot be read (" + e + ")", e);
        }
        if (Files.getPosixFilePermissions(file).stream().anyMatch(OTHERS::contains)) {
            throw new IOException(file + ": expected a secret that only its owner may read (chmod 600)");
        }
        byte[] secret = text.getBytes(StandardCharsets.ISO_8859_1);
        if (secret.length < LEAST_BYTES) {
            throw new IOException(
                    file + ": expected a secret of at least " + LEAST_BYTES + " bytes, got " + secret.length);
        }
        return secret;
    }
}
