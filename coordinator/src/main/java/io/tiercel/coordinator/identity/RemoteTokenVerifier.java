package io.tiercel.coordinator.identity;

import io.tiercel.hdfs.AnswerCache;
import io.tiercel.hdfs.CallTimeouts;
import io.tiercel.hdfs.resolve.Caller;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.security.PrivilegedExceptionAction;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.security.token.delegation.DelegationTokenIdentifier;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.token.SecretManager.InvalidToken;
import org.apache.hadoop.security.token.Token;
import org.jspecify.annotations.Nullable;

/**
 * For a coordinator outside of the NameNode: connects to HDFS with the token, which makes the NameNode verify it. A token that
 * was good is believed for a minute.
 */
final class RemoteTokenVerifier implements TokenVerifier {
    private static final long BELIEVED = Duration.ofMinutes(1).toNanos();
    private static final int MOST = 10_000;

    private final Configuration conf;
    private final LongSupplier nanos;
    private final AnswerCache<String, Caller> good = new AnswerCache<>(BELIEVED, MOST, caller -> 1);

    RemoteTokenVerifier(Configuration conf, LongSupplier nanos) {
        this.conf = CallTimeouts.in(conf);
        this.nanos = nanos;
    }

    @Override
    public Caller verify(Token<DelegationTokenIdentifier> token, DelegationTokenIdentifier id) throws IOException {
        String text = token.encodeToUrlString();
        AnswerCache.@Nullable Answer<Caller> known = good.get(text, nanos.getAsLong());
        if (known != null) {
            return known.value();
        }
        UserGroupInformation user = id.getUser();
        Token<DelegationTokenIdentifier> own = new Token<>(token);
        try {
            user.doAs((PrivilegedExceptionAction<Void>) () -> {
                try (FileSystem fileSystem = FileSystem.newInstance(FileSystem.getDefaultUri(conf), conf)) {
                    // Where the client saw another address of the NameNode than this process does.
                    own.setService(new Text(fileSystem.getCanonicalServiceName()));
                    user.addToken(own);
                    fileSystem.getFileStatus(new Path("/"));
                }
                return null;
            });
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("the coordinator is closing");
        } catch (RemoteException e) {
            throw e.unwrapRemoteException(InvalidToken.class);
        } catch (IOException e) {
            for (Throwable cause = e; cause != null; cause = cause.getCause()) {
                if (cause instanceof RemoteException remote
                        && InvalidToken.class.getName().equals(remote.getClassName())) {
                    throw new InvalidToken(String.valueOf(remote.getMessage()));
                }
            }
            throw e;
        }
        Caller caller = new Caller(user.getShortUserName(), text, user);
        good.put(text, caller, nanos.getAsLong());
        return caller;
    }
}
