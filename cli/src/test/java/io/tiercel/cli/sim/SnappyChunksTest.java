package io.tiercel.cli.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.xerial.snappy.SnappyCodec;
import org.xerial.snappy.SnappyOutputStream;

public final class SnappyChunksTest {
    private static byte[] compressed(byte[] bytes) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (SnappyOutputStream snappy = new SnappyOutputStream(out, 32 << 10)) {
            snappy.write(bytes);
        }
        return out.toByteArray();
    }

    private static byte[] decompressed(byte[] bytes) throws IOException {
        try (SnappyChunks in = new SnappyChunks(new ByteArrayInputStream(bytes))) {
            return in.readAllBytes();
        }
    }

    private static byte[] joined(byte[]... parts) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            out.writeBytes(part);
        }
        return out.toByteArray();
    }

    /** A header and one chunk. @param length the one that the file states */
    public static byte[] chunk(int length, int... bytes) {
        ByteBuffer file = ByteBuffer.allocate(SnappyCodec.headerSize() + Integer.BYTES + bytes.length);
        file.put(SnappyCodec.getMagicHeader()).putInt(1).putInt(1).putInt(length);
        for (int each : bytes) {
            file.put((byte) each);
        }
        return file.array();
    }

    @Test
    void manyChunksAndJoinedStreamsAreRead() throws IOException {
        byte[] text = "{\"Event\":\"x\"}\n".repeat(20_000).getBytes(StandardCharsets.US_ASCII);
        byte[] random = new byte[100_000];
        new Random(1).nextBytes(random);

        assertThat(decompressed(compressed(text))).isEqualTo(text);
        assertThat(decompressed(compressed(random))).isEqualTo(random);
        assertThat(decompressed(joined(compressed(text), compressed(random)))).isEqualTo(joined(text, random));
        assertThat(decompressed(compressed(new byte[0]))).isEmpty();
        assertThat(decompressed(new byte[0])).isEmpty();
    }

    @Test
    void lengthsAreCheckedBeforeTheyAreAllocated() {
        for (byte[] file : new byte[][] {
            chunk(Integer.MAX_VALUE, 1, 2, 3, 4, 5, 6),
            chunk(-1, 1, 2),
            // The chunk has 6 bytes; the text in it is said to have 2 GiB less one byte.
            chunk(6, 0xFF, 0xFF, 0xFF, 0xFF, 0x07, 0)
        }) {
            assertThatThrownBy(() -> decompressed(file))
                    .isInstanceOf(MalformedLogException.class)
                    .hasMessageStartingWith("expected a chunk of snappy of at most 67108864 bytes, got one of ");
        }
    }

    @Test
    void whatIsNoSnappyIsRefused() {
        assertThatThrownBy(() -> decompressed(new byte[26])).isInstanceOf(MalformedLogException.class);
        assertThatThrownBy(() -> decompressed(new byte[1])).isInstanceOf(MalformedLogException.class);
    }

    @Test
    void whatIsCutOffIsReadAsFarAsItGoes() throws IOException {
        byte[] random = new byte[100_000];
        new Random(1).nextBytes(random);
        byte[] whole = compressed(random);
        SnappyChunks in = new SnappyChunks(new ByteArrayInputStream(Arrays.copyOf(whole, whole.length - 10)));

        assertThat(in.readNBytes(3 * (32 << 10))).isEqualTo(Arrays.copyOf(random, 3 * (32 << 10)));
        assertThatThrownBy(in::read).isInstanceOf(EOFException.class);
    }
}
