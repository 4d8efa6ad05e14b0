package io.tiercel.coordinator.identity;

import io.tiercel.security.Kerberos;
import java.lang.reflect.UndeclaredThrowableException;
import java.security.PrivilegedExceptionAction;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Base64;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.apache.hadoop.security.UserGroupInformation;
import org.ietf.jgss.GSSContext;
import org.ietf.jgss.GSSCredential;
import org.ietf.jgss.GSSManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sessions of callers that have shown a Kerberos service request for the coordinator's own principal. A session spares the
 * request, which takes about 4 ms, in later calls. There is a bounded number of them, and of each principal; the oldest goes first.
 * Thread-safe.
 */
public final class KerberosSessions {
    private static final Logger LOG = LoggerFactory.getLogger(KerberosSessions.class);

    /** Several for each node of the largest clusters: an agent that restarts begins another. */
    private static final int MOST = 50_000;

    /** So that nobody ends the sessions of others by beginning many. */
    private static final int MOST_OF_ONE = 8;

    private static final long LIFE = Duration.ofHours(1).toNanos();

    /**
     * A random share of this part of its life is taken off each session. After a failover all agents begin theirs at once, and not all
     * must show tickets again at once.
     */
    private static final long JITTER = LIFE / 4;

    private static final int ID_BYTES = 24;

    /** A session's id is a secret between the coordinator and the caller. */
    record Session(String id, String principal, long endsAt) {}

    /** Whose principal a service request names, if the coordinator can read it. */
    @FunctionalInterface
    public interface Acceptor {
        String accept(byte[] request) throws Exception;
    }

    private final Acceptor acceptor;
    private final Predicate<String> isShared;
    private final LongSupplier nanos;
    private final LogThrottle refusals;
    private final SecureRandom random = new SecureRandom();
    private final DoubleSupplier jitter;

    /** In the order in which they began. */
    private final Map<String, Session> sessions = new LinkedHashMap<>();

    /** The ids of each principal's sessions, in the same order. */
    private final Map<String, Deque<String>> byPrincipal = new HashMap<>();

    /**
     * @param isShared whether a principal is that of many processes, so that it may have any number of sessions
     * @param nanos the clock
     */
    public KerberosSessions(Acceptor acceptor, Predicate<String> isShared, LongSupplier nanos) {
        this(acceptor, isShared, nanos, new SecureRandom()::nextDouble);
    }

    /** @param jitter random numbers of at least 0, below 1 */
    KerberosSessions(Acceptor acceptor, Predicate<String> isShared, LongSupplier nanos, DoubleSupplier jitter) {
        this.jitter = jitter;
        this.acceptor = acceptor;
        this.isShared = isShared;
        this.nanos = nanos;
        this.refusals = new LogThrottle(nanos);
    }

    /** Requests for the principal that this process has logged in as. */
    public static Acceptor ofLogin() {
        return request -> UserGroupInformation.getLoginUser().doAs((PrivilegedExceptionAction<String>) () -> {
            GSSManager manager = GSSManager.getInstance();
            GSSCredential own = manager.createCredential(
                    null, GSSCredential.INDEFINITE_LIFETIME, Kerberos.MECHANISM, GSSCredential.ACCEPT_ONLY);
            GSSContext context = manager.createContext(own);
            try {
                context.acceptSecContext(request, 0, request.length);
                if (!context.isEstablished()) {
                    throw new IllegalArgumentException("the request wants another round");
                }
                return context.getSrcName().toString();
            } finally {
                context.dispose();
            }
        });
    }

    /** @throws io.grpc.StatusRuntimeException if the request is not good: of another service, replayed, expired, no request at all */
    Session begin(byte[] request) {
        String principal;
        try {
            principal = acceptor.accept(request);
        } catch (Exception e) {
            Throwable cause = e instanceof UndeclaredThrowableException && e.getCause() != null ? e.getCause() : e;
            refusals.log(leftOut ->
                    LOG.info("a Kerberos ticket was refused: {}{}", String.valueOf(cause.getMessage()), leftOut));
            throw HadoopAuthenticator.refusal(
                    "the Kerberos ticket is not good here: of another service, used before, or expired");
        }
        byte[] id = new byte[ID_BYTES];
        random.nextBytes(id);
        long endsAt = nanos.getAsLong() + LIFE - (long) (jitter.getAsDouble() * JITTER);
        Session session = new Session(Base64.getUrlEncoder().encodeToString(id), principal, endsAt);
        synchronized (this) {
            Deque<String> own = byPrincipal.get(principal);
            if (own != null && own.size() >= MOST_OF_ONE && !isShared.test(principal)) {
                remove(own.getFirst());
            } else if (sessions.size() >= MOST) {
                remove(sessions.keySet().iterator().next());
            }
            sessions.put(session.id, session);
            byPrincipal.computeIfAbsent(principal, none -> new ArrayDeque<>()).add(session.id);
        }
        return session;
    }

    private void remove(String id) {
        Session session = sessions.remove(id);
        Deque<String> own = session == null ? null : byPrincipal.get(session.principal);
        if (own != null && own.remove(id) && own.isEmpty()) {
            byPrincipal.remove(session.principal);
        }
    }

    /** The principal whose session this is; empty if there is none, or no more. */
    synchronized Optional<String> principal(String id) {
        Session session = sessions.get(id);
        if (session == null) {
            return Optional.empty();
        }
        if (session.endsAt - nanos.getAsLong() < 0) {
            remove(id);
            return Optional.empty();
        }
        return Optional.of(session.principal);
    }
}
