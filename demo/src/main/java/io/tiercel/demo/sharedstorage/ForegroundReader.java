package io.tiercel.demo.sharedstorage;

import io.tiercel.demo.report.Identified;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A program that reads shared storage for its own purposes, over one connection, a part of an object with each request. */
final class ForegroundReader {
    /** Bytes of a request. */
    static final int PART = 512 << 10;

    private static final int BUFFER = 32 << 10;

    /** How the program reads. */
    enum Demand implements Identified {
        STEADY("steady", "half of the link's bandwidth, and what it missed as soon as it can"),
        GREEDY("greedy", "as fast as it can");

        final String label;
        final String title;

        Demand(String label, String title) {
            this.label = label;
            this.title = title;
        }

        /** Bytes that it wants per second; 0 for as many as it gets. */
        double rate(long linkBytes) {
            return this == STEADY ? linkBytes / 2.0 : 0;
        }
    }

    private final URI object;

    /** @param object of at least {@link #PART} bytes */
    ForegroundReader(URI object) {
        this.object = object;
    }

    /**
     * Reads for a while.
     *
     * @param rate bytes that it wants per second; 0 for as many as it gets
     * @return bytes per second that it has got
     */
    double read(double rate, double seconds) throws IOException {
        byte[] buffer = new byte[BUFFER];
        long begun = System.nanoTime();
        long end = begun + (long) (seconds * TimeUnit.SECONDS.toNanos(1));
        long wanted = 0;
        long got = 0;
        while (System.nanoTime() < end) {
            if (rate > 0) {
                awaitTime(Math.min(end, begun + (long) (wanted / rate * TimeUnit.SECONDS.toNanos(1))));
            }
            wanted += PART;
            HttpURLConnection request = (HttpURLConnection) object.toURL().openConnection();
            request.setRequestProperty("Range", "bytes=0-" + (PART - 1));
            try (InputStream in = request.getInputStream()) {
                for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                    // The rest of the last answer is read, so that the connection can be used again.
                    got += System.nanoTime() < end ? n : 0;
                }
            }
        }
        return got / seconds;
    }

    private static void awaitTime(long nanos) {
        for (long left = nanos - System.nanoTime(); left > 0; left = nanos - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
