package io.tiercel.testkit.s3;

import java.util.Properties;
import org.gaul.s3proxy.S3Proxy;
import org.gaul.s3proxy.blobstore.BlobStore;
import org.gaul.s3proxy.nio2blob.FilesystemNio2BlobStore;

/** The process of the server: serves a directory, prints its port, and ends when its input does. */
final class S3ServerMain {
    private S3ServerMain() {}

    /** @param args the directory, and buckets to make in it */
    public static void main(String[] args) throws Exception {
        BlobStore objects = new FilesystemNio2BlobStore(args[0]);
        for (int i = 1; i < args.length; i++) {
            objects.createContainer(args[i]);
        }
        Properties settings = new Properties();
        settings.setProperty("s3proxy.authorization", "none");
        settings.setProperty("s3proxy.endpoint", "http://127.0.0.1:0");
        S3Proxy server =
                S3Proxy.Builder.fromProperties(settings).blobStore(objects).build();
        server.start();
        System.out.println(server.getPort());
        System.out.flush();
        while (System.in.read() >= 0) {}
        System.exit(0);
    }
}
