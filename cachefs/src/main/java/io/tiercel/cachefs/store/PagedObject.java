package io.tiercel.cachefs.store;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** A version of an object, cut into pages of one size; the last one may be shorter. Equal if version and page size are. */
public final class PagedObject {
    /** Digits of a {@link #name}. */
    public static final int NAME_DIGITS = 24;

    private static final int VERSION_DIGITS = 32;

    private final String id;
    private final long length;
    private final int pageBytes;

    /** @param pageBytes of every page but the last */
    public PagedObject(ObjectVersion version, int pageBytes) {
        if (pageBytes < 1) {
            throw new IllegalArgumentException("expected pages of at least a byte, got " + pageBytes);
        }
        String bytes = HexFormat.of().toHexDigits(pageBytes);
        String digest = digest(version.store(), version.key(), version.version(), Long.toString(version.length()));
        this.id = name(version.store(), version.key()) + bytes + digest.substring(0, VERSION_DIGITS);
        this.length = version.length();
        this.pageBytes = pageBytes;
    }

    /** What the ids of all versions of an object begin with: hexadecimal digits. */
    public static String name(String store, String key) {
        return digest(store, key).substring(0, NAME_DIGITS);
    }

    /** What the ids of all versions of this object, in pages of the same size, begin with. */
    public String idOfAnyVersion() {
        return id.substring(0, id.length() - VERSION_DIGITS);
    }

    /** Lengths stand before texts, so that no two lists of texts give the same bytes. */
    private static String digest(String... texts) {
        MessageDigest digest;
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // Every JVM has it.
        }
        for (String text : texts) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            digest.update(ByteBuffer.allocate(4).putInt(bytes.length).flip());
            digest.update(bytes);
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    /** 64 hexadecimal digits: a digest of store and key, the size of pages, and a digest of the version. */
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
