package io.tiercel.hdfs.plugin;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.Collections;
import java.util.Enumeration;
import org.jspecify.annotations.Nullable;

/**
 * Loads classes and files below {@code META-INF/tiercel} of a jar. They come before those of the daemon with the same name, and the
 * daemon sees none of them. So both have their own gRPC, Netty, JNA and protocol buffers. All other classes, such as Hadoop's and those
 * for logging, are the daemon's.
 */
final class HiddenClasses extends ClassLoader {
    private static final String ROOT = "META-INF/tiercel/";

    static {
        registerAsParallelCapable();
    }

    private final ClassLoader daemon;
    private final @Nullable String version;

    /** The hidden classes of the jar that {@code visible} is in. They bear its version. */
    HiddenClasses(Class<?> visible) {
        this(visible.getClassLoader(), visible.getPackage().getImplementationVersion());
    }

    HiddenClasses(ClassLoader daemon, @Nullable String version) {
        super(daemon);
        this.daemon = daemon;
        this.version = version;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            Class<?> found = findLoadedClass(name);
            if (found == null) {
                found = define(name);
            }
            if (found == null) {
                return super.loadClass(name, resolve);
            }
            if (resolve) {
                resolveClass(found);
            }
            return found;
        }
    }

    private @Nullable Class<?> define(String name) throws ClassNotFoundException {
        try (InputStream in = daemon.getResourceAsStream(ROOT + name.replace('.', '/') + ".class")) {
            if (in == null) {
                return null;
            }
            byte[] bytes = bytes(in);
            definePackageOf(name);
            return defineClass(name, bytes, 0, bytes.length, HiddenClasses.class.getProtectionDomain());
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }

    private void definePackageOf(String name) {
        int end = name.lastIndexOf('.');
        if (end >= 0) {
            try {
                definePackage(name.substring(0, end), null, null, null, null, version, null, null);
            } catch (IllegalArgumentException e) {
                // It is defined, maybe by another thread.
            }
        }
    }

    private static byte[] bytes(InputStream in) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        byte[] part = new byte[8192];
        for (int read = in.read(part); read >= 0; read = in.read(part)) {
            all.write(part, 0, read);
        }
        return all.toByteArray();
    }

    @Override
    public @Nullable URL getResource(String name) {
        URL hidden = findResource(name);
        return hidden == null ? super.getResource(name) : hidden;
    }

    @Override
    protected @Nullable URL findResource(String name) {
        return daemon.getResource(ROOT + name);
    }

    /** A list of services that is hidden stands alone: the daemon's names classes of the daemon's own libraries. */
    @Override
    public Enumeration<URL> getResources(String name) throws IOException {
        URL hidden = findResource(name);
        return hidden == null ? super.getResources(name) : Collections.enumeration(Collections.singleton(hidden));
    }
}
