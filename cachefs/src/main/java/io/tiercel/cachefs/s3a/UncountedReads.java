package io.tiercel.cachefs.s3a;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.apache.hadoop.fs.s3a.statistics.S3AInputStreamStatistics;
import org.jspecify.annotations.Nullable;

/**
 * Statistics of a stream as S3A's own stream below it sees them: all is counted but the bytes that were read, because it reads whole pages,
 * and its reader may want less. A proxy, because each version of Hadoop counts more.
 */
final class UncountedReads implements InvocationHandler {
    private final S3AInputStreamStatistics statistics;
    private volatile boolean isCounting;

    UncountedReads(S3AInputStreamStatistics statistics) {
        this.statistics = statistics;
    }

    S3AInputStreamStatistics proxy() {
        return (S3AInputStreamStatistics) Proxy.newProxyInstance(
                S3AInputStreamStatistics.class.getClassLoader(), new Class<?>[] {S3AInputStreamStatistics.class}, this);
    }

    /** The reader reads S3A's stream itself. */
    void countFromNowOn() {
        isCounting = true;
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
        if (!isCounting && method.getName().equals("bytesRead")) {
            return null;
        }
        try {
            return method.invoke(statistics, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
