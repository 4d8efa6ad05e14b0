package io.tiercel.cachefs.mount;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.function.IntFunction;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSInputStream;
import org.apache.hadoop.fs.FileRange;
import org.apache.hadoop.fs.Seekable;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.fs.statistics.IOStatistics;
import org.apache.hadoop.fs.statistics.IOStatisticsSource;
import org.jspecify.annotations.Nullable;

/**
 * The stock stream of a file that gives bytes of one version only. After each read it looks at the file again, and fails if the file has
 * changed. A file that has been deleted or replaced does not change any more, and this stream has it open: reading goes on.
 *
 * <p>Positioned reads seek. The stock stream's would open the file's name again, which may be another file by now.
 */
final class CheckedFileStream extends FSInputStream implements StreamCapabilities, IOStatisticsSource {
    private final FSDataInputStream stock;

    /** Below the stock stream, whose own method looks for the file's length under its name. */
    private final Seekable opened;

    private final Path path;
    private final FileVersion version;

    /** @param version of the file that the stock stream has open */
    CheckedFileStream(FSDataInputStream stock, Path path, FileVersion version) {
        this.stock = stock;
        this.opened = stock.getWrappedStream() instanceof Seekable below ? below : stock;
        this.path = path;
        this.version = version;
    }

    private void check(boolean isReplacementAllowed) throws IOException {
        Optional<FileVersion> now = FileVersion.ofServer(path);
        boolean isReplaced = now.isEmpty() || now.get().isOther(version);
        if (isReplaced && isReplacementAllowed || now.isPresent() && now.get().equals(version)) {
            return;
        }
        String found =
                now.map(file -> file.length() + " bytes of " + file.modified()).orElse("no file");
        throw new IOException(path + " changed while it was read: expected " + version.length() + " bytes of "
                + version.modified() + ", found " + found);
    }

    @Override
    public synchronized int read() throws IOException {
        int read = stock.read();
        check(true);
        return read;
    }

    @Override
    public synchronized int read(byte[] to, int offset, int most) throws IOException {
        int read = stock.read(to, offset, most);
        check(true);
        return read;
    }

    @Override
    public void readVectored(List<? extends FileRange> ranges, IntFunction<ByteBuffer> allocate) throws IOException {
        List<FileRange> asked = ranges.stream()
                .map(range -> FileRange.createFileRange(range.getOffset(), range.getLength()))
                .toList();
        stock.readVectored(asked, allocate);
        for (int i = 0; i < asked.size(); i++) {
            ranges.get(i).setData(asked.get(i).getData().thenApply(this::checked));
        }
    }

    /** The stock stream reads ranges under the file's name, which may be another file by now. */
    private ByteBuffer checked(ByteBuffer bytes) {
        try {
            check(false);
            return bytes;
        } catch (IOException e) {
            throw new CompletionException(e);
        }
    }

    @Override
    public int minSeekForVectorReads() {
        return stock.minSeekForVectorReads();
    }

    @Override
    public int maxReadSizeForVectorReads() {
        return stock.maxReadSizeForVectorReads();
    }

    @Override
    public synchronized void seek(long to) throws IOException {
        opened.seek(to);
    }

    @Override
    public synchronized long getPos() throws IOException {
        return stock.getPos();
    }

    @Override
    public boolean seekToNewSource(long target) {
        return false;
    }

    @Override
    public int available() throws IOException {
        return stock.available();
    }

    @Override
    public boolean hasCapability(String capability) {
        return stock.hasCapability(capability);
    }

    @Override
    public @Nullable IOStatistics getIOStatistics() {
        return stock.getIOStatistics();
    }

    @Override
    public void close() throws IOException {
        stock.close();
    }
}
