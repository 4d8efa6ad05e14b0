package io.tiercel.cachefs.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The file of one page: a header of 64 bytes, then the page. The header names the object and the page, and has checksums of the page and of
 * itself. They show whether the file is torn, foreign or changed.
 */
public final class PageFile {
    public static final int HEADER_BYTES = 64;

    private static final long MAGIC = 0x5449_4552_4345_4c31L; // "TIERCEL1"
    private static final int PART_BYTES = 64 << 10;
    private static final int CHECKED_BYTES = HEADER_BYTES - Integer.BYTES;

    private PageFile() {}

    private static ByteBuffer header(String id, int page, ByteBuffer bytes) {
        return header(id, page, bytes.remaining(), checksum(bytes));
    }

    private static ByteBuffer header(String id, int page, int length, int checksum) {
        ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES);
        header.putLong(MAGIC).put(HexFormat.of().parseHex(id)).putInt(page);
        header.putInt(length).putInt(checksum);
        return header.putInt(CHECKED_BYTES, checksum(header.slice(0, CHECKED_BYTES)))
                .clear();
    }

    private static int checksum(ByteBuffer bytes) {
        CRC32C checksum = new CRC32C();
        checksum.update(bytes.duplicate());
        return (int) checksum.getValue();
    }

    /** Whether a header and the bytes that remain in a buffer are this page, whole. @param id of the object */
    public static boolean isPage(byte[] header, String id, int page, ByteBuffer bytes) {
        return Arrays.equals(header, header(id, page, bytes).array());
    }

    /**
     * The header of a file that holds a whole page. Reads the file in small parts.
     *
     * @return null if it holds anything else
     */
    public static byte @Nullable [] checkedHeader(FileChannel file, String id, int page) throws IOException {
        ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES);
        ByteBuffer part = ByteBuffer.allocate(PART_BYTES);
        CRC32C checksum = new CRC32C();
        long at = 0;
        for (int read = file.read(header, at); header.hasRemaining() && read > 0; read = file.read(header, at)) {
            at = header.position();
        }
        at = header.position();
        for (int read = file.read(part, at); read > 0; read = file.read(part, at)) {
            checksum.update(part.flip());
            part.clear();
            at += read;
        }
        byte[] expected = header(id, page, (int) (at - HEADER_BYTES), (int) checksum.getValue())
                .array();
        return !header.hasRemaining() && Arrays.equals(header.array(), expected) ? header.array() : null;
    }

    /** @param file is there, and empty */
    static void write(Path file, PagedObject object, int page, byte[] bytes) throws IOException {
        ByteBuffer content = ByteBuffer.wrap(bytes);
        ByteBuffer[] parts = {header(object.id(), page, content), content};
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            while (parts[0].hasRemaining() || content.hasRemaining()) {
                channel.write(parts);
            }
        }
    }

    /**
     * Reads the page.
     *
     * @param into is cleared, filled, and flipped; must have the page's length at least
     * @return false if the file holds anything but this page, whole
     * @throws java.nio.file.NoSuchFileException if there is no file
     */
    static boolean read(Path file, PagedObject object, int page, ByteBuffer into) throws IOException {
        int length = object.length(page);
        ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES);
        ByteBuffer[] parts = {header, into.clear().limit(length)};
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            if (channel.size() != HEADER_BYTES + length) {
                return false;
            }
            while (into.hasRemaining()) {
                if (channel.read(parts) < 0) {
                    return false;
                }
            }
        }
        into.flip();
        return isPage(header.array(), object.id(), page, into);
    }
}
