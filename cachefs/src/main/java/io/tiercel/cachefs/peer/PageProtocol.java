package io.tiercel.cachefs.peer;

import io.tiercel.cachefs.store.PageFile;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The messages of a connection between two nodes, and how both prove that they know the secret, which itself never passes:
 *
 * <ol>
 *   <li>The server sends 16 random bytes.
 *   <li>The client sends 16 random bytes, the object's id (32 bytes), the page's number and its length, and a proof over these and the
 *       server's random bytes. Any number of requests may follow each other.
 *   <li>The server answers each: 1 for a page, or 0; a proof over the request, this byte and the header; for a page, the file as it lies
 *       on disk: its header (64 bytes) and its bytes.
 * </ol>
 *
 * <p>A request for a length of 0 is a command, named by the page's number: {@link #LIST} or {@link #DROP}. Its answer is 1, a proof, a header
 * of 64 bytes with the body's SHA-256 and length, and the body. A new command needs its number here, an answer in {@link PageServer} and a
 * call in {@link RemoteCache}.
 *
 * <p>A proof is an HMAC-SHA256. The server ends a connection without a word if the proof is wrong. A name never becomes part of a path:
 * there are none, only 32 bytes and a number.
 */
final class PageProtocol {
    static final int NONCE_BYTES = 16;
    static final int ID_BYTES = 32;
    static final int PROOF_BYTES = 32;
    static final int ASKED_BYTES = NONCE_BYTES + ID_BYTES + 2 * Integer.BYTES;
    static final int REQUEST_BYTES = ASKED_BYTES + PROOF_BYTES;

    /** Asks for all pages that the server has. The answer is a {@link PageListing}. */
    static final int LIST = -1;

    /** Has all pages of an object deleted; the id's first bytes are those of the object's name. The answer says how many: 4 bytes. */
    static final int DROP = -2;

    static final byte ABSENT = 0;
    static final byte PRESENT = 1;

    private static final int DIGEST_BYTES = 32;
    private static final String ALGORITHM = "HmacSHA256";
    private static final byte[] REQUEST = "request".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] ANSWER = "answer".getBytes(StandardCharsets.US_ASCII);
    private static final SecureRandom RANDOM = new SecureRandom();

    private final SecretKeySpec secret;

    /** @param secret at least 16 bytes */
    PageProtocol(byte[] secret) {
        if (secret.length < 16) {
            throw new IllegalArgumentException("expected a secret of at least 16 bytes, got " + secret.length);
        }
        this.secret = new SecretKeySpec(secret, ALGORITHM);
        proof(nonce()); // The first one loads classes for a while. No reader is to wait for that.
    }

    /** In place of its random bytes, from a server that has as many connections as it serves. It ends this one. */
    static byte[] busy() {
        byte[] busy = new byte[NONCE_BYTES];
        Arrays.fill(busy, (byte) -1);
        return busy;
    }

    static byte[] nonce() {
        byte[] nonce = new byte[NONCE_BYTES];
        RANDOM.nextBytes(nonce);
        return nonce;
    }

    /** A client's request, without its proof. */
    static byte[] asked(byte[] nonce, byte[] id, int page, int length) {
        return ByteBuffer.allocate(ASKED_BYTES)
                .put(nonce)
                .put(id)
                .putInt(page)
                .putInt(length)
                .array();
    }

    byte[] proofOfRequest(byte[] serversNonce, byte[] asked) {
        return proof(REQUEST, serversNonce, asked);
    }

    /** @param header empty for an absent page */
    byte[] proofOfAnswer(byte[] asked, byte status, byte[] header) {
        return proof(ANSWER, asked, new byte[] {status}, header);
    }

    /** Takes the same time wherever they differ. */
    static boolean isSame(byte[] proof, byte[] other) {
        return MessageDigest.isEqual(proof, other);
    }

    /** The header of a command's answer. */
    static byte[] header(byte[] body) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(body);
            return ByteBuffer.allocate(PageFile.HEADER_BYTES)
                    .put(digest)
                    .putLong(body.length)
                    .array();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e); // Every JVM has it.
        }
    }

    /** The length that such a header gives. */
    static long bodyBytes(byte[] header) {
        return ByteBuffer.wrap(header).getLong(DIGEST_BYTES);
    }

    private byte[] proof(byte[]... parts) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(secret);
            for (byte[] part : parts) {
                mac.update(part);
            }
            return mac.doFinal();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e); // Every JVM has it.
        }
    }
}
