package io.tiercel.demo.data;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Rows as dbgen's '|'-separated lines, ASCII. */
final class TextRowFile<R> implements RowFile<R> {
    private static final int FLUSH_CHARS = 64 * 1024;
    /** No line of TPC-H is longer. */
    private static final int LONGEST_LINE = 512;

    private final TpchTable<R> table;
    private final OutputStream out;
    private final long capacity;
    private final StringBuilder pending = new StringBuilder(FLUSH_CHARS + LONGEST_LINE);
    private long written;

    TextRowFile(TpchTable<R> table, OutputStream out, long capacity) {
        this.table = table;
        this.out = out;
        this.capacity = capacity;
    }

    @Override
    public void add(R row) throws IOException {
        table.appendLine(pending, row);
        if (pending.length() >= FLUSH_CHARS) {
            flush();
        }
    }

    @Override
    public boolean full() {
        return written + pending.length() + LONGEST_LINE > capacity;
    }

    @Override
    public void close() throws IOException {
        flush();
        out.close();
    }

    private void flush() throws IOException {
        byte[] bytes = pending.toString().getBytes(StandardCharsets.US_ASCII);
        out.write(bytes);
        written += bytes.length;
        pending.setLength(0);
    }
}
