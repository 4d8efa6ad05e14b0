package io.tiercel.cachefs.store;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** A version of an object, cut into pages of one size; the last one may be shorter. Equal if version and page size are. */
public final class PagedObject {
    private final String id;
    private final long length;
    private final int pageBytes;

    /** @param pageBytes of every page but the last */
    public PagedObject(ObjectVersion version, int pageBytes) {
        if (pageBytes < 1) {
            throw new IllegalArgumentException("expected pages of at least a byte, got " + pageBytes);
        }
        this.id = digest(version, pageBytes);
        this.length = version.length();
        this.pageBytes = pageBytes;
    }

    /** Lengths stand before texts, so that no two versions give the same bytes. */
    private static String digest(ObjectVersion version, int pageBytes) {
        MessageDigest digest;
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // Every JVM has it.
        }
        for (String text : new String[] {version.store(), version.key(), version.version()}) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            digest.update(ByteBuffer.allocate(4).putInt(bytes.length).flip());
            digest.update(bytes);
        }
        digest.update(ByteBuffer.allocate(12)
                .putLong(version.length())
                .putInt(pageBytes)
                .flip());
        return HexFormat.of().formatHex(digest.digest());
    }

    /** 64 hexadecimal digits: a digest of the version and the size of pages. */
    public String id() {
        return id;
    }

    /** Bytes of the object. */
    public long length() {
        return length;
    }

    public int pages() {
        return Math.toIntExact((length + pageBytes - 1) / pageBytes);
    }

    /** The page that holds a byte. @param position from 0, less than the length */
    public int pageAt(long position) {
        return Math.toIntExact(position / pageBytes);
    }

    /** Position of a page's first byte in the object. */
    public long start(int page) {
        return (long) page * pageBytes;
    }

    /** Bytes of a page. */
    public int length(int page) {
        return (int) Math.min(pageBytes, length - start(page));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PagedObject that && id.equals(that.id);
    }

    @Override
    public int hashCode() {
        return id.hashCode();
    }

    @Override
    public String toString() {
        return id;
    }
}
