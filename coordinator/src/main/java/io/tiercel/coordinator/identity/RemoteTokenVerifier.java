package io.tiercel.coordinator.identity;

import io.tiercel.hdfs.AnswerCache;
import io.tiercel.hdfs.CallTimeouts;
import io.tiercel.hdfs.resolve.Caller;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.security.PrivilegedExceptionAction;
import java.time.Duration;
import java.util.Set;
import java.util.function.LongSupplier;
import javax.security.sasl.SaslException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.security.token.delegation.DelegationTokenIdentifier;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.UserGroupInformation.AuthenticationMethod;
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

    /** The NameNode's exceptions for a token that it does not know, and for a wrong password. */
    private static final Set<String> REFUSALS = Set.of(InvalidToken.class.getName(), SaslException.class.getName());

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
        UserGroupInformation user = newUser(id);
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
        } catch (IOException e) {
            for (Throwable cause = e; cause != null; cause = cause.getCause()) {
                if (cause instanceof RemoteException remote && REFUSALS.contains(remote.getClassName())) {
                    throw new InvalidToken(String.valueOf(remote.getMessage()));
                }
            }
            throw e instanceof RemoteException remote ? remote.unwrapRemoteException() : e;
        }
        Caller caller = new Caller(user.getShortUserName(), text, user);
        good.put(text, caller, nanos.getAsLong());
        return caller;
    }

    /**
     * The token's owner as a user without credentials. {@link DelegationTokenIdentifier#getUser} would give the same object for the same
     * owner and number, with what an earlier caller has shown: a token with a wrong password would take over that caller's connection.
     */
    private static UserGroupInformation newUser(DelegationTokenIdentifier id) throws InvalidToken {
        String owner = id.getOwner().toString();
        String real = id.getRealUser().toString();
        if (owner.isEmpty()) {
            throw new InvalidToken("a token without an owner");
        }
        UserGroupInformation user = real.isEmpty() || real.equals(owner)
                ? UserGroupInformation.createRemoteUser(owner)
                : UserGroupInformation.createProxyUser(owner, UserGroupInformation.createRemoteUser(real));
        user.setAuthenticationMethod(AuthenticationMethod.TOKEN);
        return user;
    }
}
