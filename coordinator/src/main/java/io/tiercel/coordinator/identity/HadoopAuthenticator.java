package io.tiercel.coordinator.identity;

import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.tiercel.hdfs.resolve.Caller;
import io.tiercel.security.CallHeaders;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.hdfs.security.token.delegation.DelegationTokenIdentifier;
import org.apache.hadoop.ipc.RetriableException;
import org.apache.hadoop.ipc.StandbyException;
import org.apache.hadoop.security.SaslRpcServer.AuthMethod;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.token.SecretManager.InvalidToken;
import org.apache.hadoop.security.token.Token;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Demands an HDFS delegation token, or a Kerberos service request and later the session that began with it. */
public final class HadoopAuthenticator implements Authenticator {
    private static final Logger LOG = LoggerFactory.getLogger(HadoopAuthenticator.class);

    private final LogThrottle refusals = new LogThrottle(System::nanoTime);
    private final TokenVerifier tokens;
    private final KerberosSessions sessions;

    public HadoopAuthenticator(TokenVerifier tokens, KerberosSessions sessions) {
        this.tokens = tokens;
        this.sessions = sessions;
    }

    @Override
    public Authenticated authenticate(Metadata headers) {
        String token = headers.get(CallHeaders.TOKEN);
        if (token != null) {
            return new Authenticated(Optional.of(verified(token)), Optional.empty(), Optional.empty());
        }
        String session = headers.get(CallHeaders.SESSION);
        if (session != null) {
            String principal = sessions.principal(session)
                    .orElseThrow(() -> refusal("the session has ended, or is not one of this coordinator"));
            return authenticated(principal, Optional.empty());
        }
        byte[] request = headers.get(CallHeaders.KERBEROS);
        if (request != null) {
            KerberosSessions.Session begun = sessions.begin(request);
            return authenticated(begun.principal(), Optional.of(begun.id()));
        }
        throw refusal("expected an HDFS delegation token or a Kerberos ticket, got neither");
    }

    private static Authenticated authenticated(String principal, Optional<String> session) {
        UserGroupInformation user;
        try {
            user = UserGroupInformation.createRemoteUser(principal, AuthMethod.KERBEROS);
            return new Authenticated(
                    Optional.of(new Caller(user.getShortUserName(), principal, user)), Optional.of(principal), session);
        } catch (IllegalArgumentException e) {
            throw refusal("hadoop.security.auth_to_local has no rule for the principal " + principal);
        }
    }

    private Caller verified(String text) {
        Token<DelegationTokenIdentifier> token = new Token<>();
        DelegationTokenIdentifier id = new DelegationTokenIdentifier();
        try {
            token.decodeFromUrlString(text);
            if (!token.getKind().equals(DelegationTokenIdentifier.HDFS_DELEGATION_KIND)) {
                throw refusal("expected an HDFS delegation token, got a token of kind " + token.getKind());
            }
            id.readFields(new DataInputStream(new ByteArrayInputStream(token.getIdentifier())));
        } catch (IOException | RuntimeException e) {
            if (e instanceof StatusRuntimeException refusal) {
                throw refusal;
            }
            throw refusal("expected an HDFS delegation token, got something else");
        }
        try {
            return tokens.verify(token, id);
        } catch (InvalidToken e) {
            if (e.getCause() instanceof StandbyException) {
                throw inStandby(); // as the NameNode puts it while it becomes a standby
            }
            // Hadoop's text has the whole identifier in it.
            throw refusal(
                    String.valueOf(e.getMessage()).contains("expired")
                            ? "the HDFS delegation token has expired"
                            : "the HDFS delegation token is not valid: forged, cancelled or of another HDFS");
        } catch (StandbyException | RetriableException e) {
            throw inStandby();
        } catch (IOException e) {
            refusals.log(leftOut ->
                    LOG.info("HDFS cannot be asked about a token: {}{}", String.valueOf(e.getMessage()), leftOut));
            throw Status.UNAVAILABLE
                    .withDescription("the NameNode cannot be asked about the delegation token now")
                    .asRuntimeException();
        } catch (RuntimeException e) {
            refusals.log(leftOut -> LOG.info("a token could not be verified: {}{}", e, leftOut));
            throw refusal("the HDFS delegation token is not valid");
        }
    }

    private static StatusRuntimeException inStandby() {
        return Status.UNAVAILABLE
                .withDescription("the NameNode is in standby or starts up; it verifies no tokens now")
                .asRuntimeException();
    }

    static StatusRuntimeException refusal(String line) {
        return Status.UNAUTHENTICATED.withDescription(line).asRuntimeException();
    }
}
