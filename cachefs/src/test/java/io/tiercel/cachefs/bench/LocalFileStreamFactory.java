package io.tiercel.cachefs.bench;

import java.io.EOFException;
import java.io.IOException;
import java.io.RandomAccessFile;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.s3a.impl.streams.AbstractObjectInputStreamFactory;
import org.apache.hadoop.fs.s3a.impl.streams.InputStreamType;
import org.apache.hadoop.fs.s3a.impl.streams.ObjectInputStream;
import org.apache.hadoop.fs.s3a.impl.streams.ObjectInputStreamFactory;
import org.apache.hadoop.fs.s3a.impl.streams.ObjectReadParameters;
import org.apache.hadoop.fs.s3a.impl.streams.StreamFactoryRequirements;

/**
 * S3A's streams give the bytes of one plain local file: the fastest that a cache under S3A can be. No checksums, no pages. It asks for
 * permission at the source as any stream of S3A does: by the request of the open.
 */
public final class LocalFileStreamFactory extends AbstractObjectInputStreamFactory {
    static final String FILE = "tiercel.bench.local-file";

    private ObjectInputStreamFactory requirements =
            InputStreamType.Classic.factory().apply(new Configuration(false));
    private String file = "";

    public LocalFileStreamFactory() {
        super("LocalFileStreamFactory");
    }

    @Override
    protected void serviceInit(Configuration conf) throws Exception {
        super.serviceInit(conf);
        file = conf.get(FILE);
        requirements = InputStreamType.Classic.factory().apply(conf);
        requirements.init(conf);
    }

    @Override
    public ObjectInputStream readObject(ObjectReadParameters parameters) throws IOException {
        return new LocalFileStream(parameters, new RandomAccessFile(file, "r"));
    }

    @Override
    public StreamFactoryRequirements factoryRequirements() {
        return requirements.factoryRequirements();
    }

    @Override
    public InputStreamType streamType() {
        return InputStreamType.Custom;
    }

    /** Counts what it gives as S3A's own streams do. */
    private static final class LocalFileStream extends ObjectInputStream {
        private final RandomAccessFile file;

        LocalFileStream(ObjectReadParameters parameters, RandomAccessFile file) {
            super(InputStreamType.Custom, parameters);
            this.file = file;
        }

        @Override
        public synchronized int read() throws IOException {
            return file.read();
        }

        @Override
        public synchronized int read(byte[] to, int offset, int most) throws IOException {
            int read = file.read(to, offset, most);
            if (read > 0) {
                getS3AStreamStatistics().bytesRead(read);
            }
            return read;
        }

        @Override
        public synchronized void seek(long to) throws IOException {
            if (to < 0 || to > file.length()) {
                throw new EOFException("expected a position in the file, got " + to);
            }
            file.seek(to);
        }

        @Override
        public synchronized long getPos() throws IOException {
            return file.getFilePointer();
        }

        @Override
        public boolean seekToNewSource(long target) {
            return false;
        }

        @Override
        protected boolean isStreamOpen() {
            return file.getChannel().isOpen();
        }

        @Override
        protected void abortInFinalizer() {
            throw new IllegalStateException(getUri() + " was not closed");
        }

        @Override
        public synchronized void close() throws IOException {
            file.close();
            super.close();
        }
    }
}
