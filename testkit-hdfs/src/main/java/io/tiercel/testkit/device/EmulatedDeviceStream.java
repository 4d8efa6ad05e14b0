package io.tiercel.testkit.device;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.channels.FileChannel;

/**
 * A file on an emulated device. Residency is looked up before the read, which brings the rest into memory;
 * so each page is charged when it comes from the device and never while it stays in memory. On an emulated
 * device the kernel's own readahead must be off for the descriptor, else it would fetch pages that nobody is charged for.
 *
 * <p>It must be a {@link FileInputStream}: the DataNode casts.
 */
public final class EmulatedDeviceStream extends FileInputStream {
    @FunctionalInterface
    public interface Closing {
        void closing() throws IOException;
    }

    private final Closing closing;
    private final FileInputStream file;
    private final EmulatedDevice device;
    private final PageResidency residency;

    /** @param closing told before the file is closed */
    public EmulatedDeviceStream(FileInputStream file, EmulatedDevice device, PageResidency residency, Closing closed)
            throws IOException {
        super(file.getFD());
        this.closing = closed;
        this.file = file;
        this.device = device;
        this.residency = residency;
        device.opened();
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
        long missing = missingBytes(length);
        int count = file.read(buffer, offset, length);
        if (count > 0) {
            long charged = Math.min(missing, count);
            device.deliver(charged, count - charged);
        }
        return count;
    }

    /** Asks for no more than there is, because pages beyond the end are never in memory. */
    private long missingBytes(int wanted) throws IOException {
        FileChannel channel = file.getChannel();
        long length = Math.min(wanted, channel.size() - channel.position());
        return length <= 0 ? 0 : residency.missingBytes(channel.position(), length);
    }

    @Override
    public int read(byte[] buffer) throws IOException {
        return read(buffer, 0, buffer.length);
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public void close() throws IOException {
        if (file.getChannel().isOpen()) {
            closing.closing();
        }
        file.close();
        super.close();
    }

    /** Says how much of a file is not in memory now. */
    @FunctionalInterface
    public interface PageResidency {
        /** Bytes of the range, of a length above 0, that a read now has to fetch from the device: whole pages, clipped to that length. */
        long missingBytes(long offset, long length) throws IOException;
    }
}
