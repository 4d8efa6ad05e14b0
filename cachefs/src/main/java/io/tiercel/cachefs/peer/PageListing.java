package io.tiercel.cachefs.peer;

import io.tiercel.cachefs.store.PagedObject;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;

/** A list of pages, as it passes between nodes: for each object its id (32 bytes), a number of words, and words of 64 pages each. */
final class PageListing {
    private PageListing() {}

    /** @param pages by the objects' ids, see {@link PagedObject#id} */
    static byte[] encode(Map<String, BitSet> pages) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        try {
            for (Map.Entry<String, BitSet> object : pages.entrySet()) {
                long[] words = object.getValue().toLongArray();
                out.write(HexFormat.of().parseHex(object.getKey()));
                out.writeInt(words.length);
                for (long word : words) {
                    out.writeLong(word);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e); // Memory takes all.
        }
        return bytes.toByteArray();
    }

    /** @throws IOException if the bytes are no list */
    static Map<String, BitSet> decode(byte[] bytes) throws IOException {
        Map<String, BitSet> pages = new HashMap<>();
        ByteBuffer in = ByteBuffer.wrap(bytes);
        while (in.hasRemaining()) {
            byte[] id = new byte[PageProtocol.ID_BYTES];
            if (in.remaining() < id.length + Integer.BYTES) {
                throw new IOException("a list of cached pages ends in the middle of an object");
            }
            in.get(id);
            int words = in.getInt();
            if (words < 0 || words > in.remaining() / Long.BYTES) {
                throw new IOException("a list of cached pages ends in the middle of an object's pages");
            }
            long[] set = new long[words];
            in.asLongBuffer().get(set);
            in.position(in.position() + words * Long.BYTES);
            pages.put(HexFormat.of().formatHex(id), BitSet.valueOf(set));
        }
        return pages;
    }
}
