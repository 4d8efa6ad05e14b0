package io.tiercel.cli.sim;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.xerial.snappy.Snappy;
import org.xerial.snappy.SnappyCodec;

/**
 * Decompresses what a {@code SnappyOutputStream} wrote: a header, then chunks, each after its length. Lengths are checked before they are
 * allocated; the library's own stream allocates any length that a damaged file states.
 */
final class SnappyChunks extends InputStream {
    /** Bytes of a chunk, compressed or not. Spark's have 32 KiB, or {@code spark.io.compression.snappy.blockSize}. */
    static final int MOST = 64 << 20;

    private final InputStream in;
    private byte[] chunk = {};
    private int position;
    private boolean hasBegun;

    SnappyChunks(InputStream in) {
        this.in = in;
    }

    @Override
    public int read() throws IOException {
        return hasMore() ? chunk[position++] & 0xFF : -1;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (!hasMore()) {
            return -1;
        }
        int count = Math.min(length, chunk.length - position);
        System.arraycopy(chunk, position, bytes, offset, count);
        position += count;
        return count;
    }

    private boolean hasMore() throws IOException {
        if (!hasBegun) {
            hasBegun = true;
            readHeader();
        }
        while (position == chunk.length) {
            byte[] length = in.readNBytes(Integer.BYTES);
            if (length.length < Integer.BYTES) {
                return false;
            }
            take(ByteBuffer.wrap(length).getInt());
        }
        return true;
    }

    /** Spark has made the file and not written to it yet if there is none. */
    private void readHeader() throws IOException {
        byte[] magic = SnappyCodec.getMagicHeader();
        byte[] header = in.readNBytes(SnappyCodec.headerSize());
        if (header.length == 0) {
            return;
        }
        if (header.length < SnappyCodec.headerSize() || !Arrays.equals(magic, Arrays.copyOf(header, magic.length))) {
            throw new MalformedLogException("expected snappy with the header of SnappyOutputStream, found none");
        }
    }

    /** @param length of the next chunk; or the begin of another header, where streams are joined */
    private void take(int length) throws IOException {
        if (length == SnappyCodec.MAGIC_HEADER_HEAD) {
            in.skipNBytes(SnappyCodec.headerSize() - Integer.BYTES);
            return;
        }
        byte[] compressed = in.readNBytes(checked(length));
        if (compressed.length < length) {
            throw new EOFException("a chunk of snappy is cut off");
        }
        checked(Snappy.uncompressedLength(compressed));
        chunk = Snappy.uncompress(compressed);
        position = 0;
    }

    private static int checked(int length) throws MalformedLogException {
        if (length < 0 || length > MOST) {
            throw new MalformedLogException("expected a chunk of snappy of at most " + MOST + " bytes, got one of "
                    + Integer.toUnsignedString(length));
        }
        return length;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
