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
    private static final int CHECKED_BYTES = HEADER_BYTES - Integer.BYTES;

    private PageFile() {}

    private static ByteBuffer header(PagedObject object, int page, byte[] bytes) {
        ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES);
        header.putLong(MAGIC).put(HexFormat.of().parseHex(object.id())).putInt(page);
        header.putInt(bytes.length).putInt(checksum(bytes, bytes.length));
        return header.putInt(CHECKED_BYTES, checksum(header.array(), CHECKED_BYTES))
                .clear();
    }

    private static int checksum(byte[] bytes, int length) {
        CRC32C checksum = new CRC32C();
        checksum.update(bytes, 0, length);
        return (int) checksum.getValue();
    }

    /** Whether a header and bytes are this page, whole. */
    public static boolean isPage(byte[] header, PagedObject object, int page, byte[] bytes) {
        return Arrays.equals(header, header(object, page, bytes).array());
    }

    static void write(Path file, PagedObject object, int page, byte[] bytes) throws IOException {
        ByteBuffer[] parts = {header(object, page, bytes), ByteBuffer.wrap(bytes)};
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            while (parts[0].hasRemaining() || parts[1].hasRemaining()) {
                channel.write(parts);
            }
        }
    }

    /**
     * The page's bytes.
     *
     * @param reusable is filled if it has the page's length; its content is lost in any case
     * @return null if the file holds anything but this page, whole
     * @throws java.nio.file.NoSuchFileException if there is no file
     */
    static byte @Nullable [] read(Path file, PagedObject object, int page, byte @Nullable [] reusable)
            throws IOException {
        int length = object.length(page);
        byte[] bytes = reusable != null && reusable.length == length ? reusable : new byte[length];
        ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES);
        ByteBuffer[] parts = {header, ByteBuffer.wrap(bytes)};
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            if (channel.size() != HEADER_BYTES + bytes.length) {
                return null;
            }
            while (parts[1].hasRemaining()) {
                if (channel.read(parts) < 0) {
                    return null;
                }
            }
        }
        return isPage(header.array(), object, page, bytes) ? bytes : null;
    }
}
