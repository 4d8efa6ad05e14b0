package io.tiercel.security;

import io.grpc.Metadata;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.security.PrivilegedExceptionAction;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.token.Token;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A user's delegation token for the HDFS that the configuration names. If the user's credentials hold one, such as the one that Spark or
 * YARN obtains and renews, it is shown. They are looked at for each call, because a renewed application gets a new one. With a
 * Kerberos ticket alone it fetches one, fetches the next at three quarters of its life, and cancels it in the end. If the coordinator
 * does not believe a token, the next one is fetched at once, and more of them after pauses only: each costs the NameNode edits and memory
 * for a day. During a pause the last one is shown, because a coordinator may refuse it for a moment.
 */
final class DelegationToken implements Identity {
    private static final Logger LOG = LoggerFactory.getLogger(DelegationToken.class);

    private static final double REFETCH_AT = 0.75;
    private static final long RETRY_MILLIS = 10_000;
    private static final long FIRST_PAUSE_MILLIS = 10_000;
    private static final long LAST_PAUSE_MILLIS = 5 * 60_000;
    private static final long LOCK_SECONDS = 10;
    private static final long CLOSE_MILLIS = 1_000;

    /**
     * A NameNode that takes connections and says nothing is given up after this, or sooner if the user says so. HDFS' client then asks the
     * next one.
     */
    private static final int NAME_NODE_MILLIS = 10_000;

    /** A token that was fetched, when the next is due, when this one ends, and whether it was refused. Milliseconds of the clock. */
    private record Fetched(Token<?> token, long refetchAt, long endsAt, boolean isRefused) {}

    /** A time without fetching, after a token was of no use. Milliseconds of the clock. */
    private record Pause(long since, long length) {
        static final Pause NONE = new Pause(0, 0);

        /** What is left at a time; 0 or less if it is over. A clock that was set back ends it. */
        long left(long now) {
            return now < since ? 0 : since + length - now;
        }
    }

    private final UserGroupInformation user;
    private final Configuration conf;
    private final LongSupplier millis;

    /** Held while a token is fetched, and whenever one of the fields below changes. */
    private final ReentrantLock lock = new ReentrantLock();

    /** The name under which credentials keep tokens of this HDFS; null until it was asked for. */
    private volatile @Nullable Text service;

    private volatile @Nullable Fetched fetched;

    /** The token before, with which calls may be under way. It is cancelled when the next one is fetched. */
    private @Nullable Token<?> previous;

    private volatile Pause pause = Pause.NONE;

    /** Why the last token that was fetched is of no use; null if it was renewed. */
    private @Nullable IOException notRenewed;

    /** How long the next pause is. */
    private volatile long nextPause = FIRST_PAUSE_MILLIS;

    private volatile boolean closed;

    /** @param millis the time of day */
    DelegationToken(UserGroupInformation user, Configuration conf, LongSupplier millis) {
        this.user = user;
        this.conf = new Configuration(conf);
        for (String key : List.of("ipc.client.rpc-timeout.ms", "ipc.client.connect.timeout")) {
            int own = conf.getInt(key, 0);
            this.conf.setInt(key, own > 0 ? Math.min(own, NAME_NODE_MILLIS) : NAME_NODE_MILLIS);
        }
        this.millis = millis;
    }

    @Override
    public Metadata show() throws IOException {
        Text known = service;
        Token<?> token = known == null ? null : user.getCredentials().getToken(known);
        Metadata headers = new Metadata();
        headers.put(CallHeaders.TOKEN, (token == null ? fetched() : token).encodeToUrlString());
        return headers;
    }

    /** While one caller fetches the next token, the others show the last one as long as it is good. */
    private Token<?> fetched() throws IOException {
        Fetched last = fetched;
        long now = millis.getAsLong();
        boolean isGood = last != null && now < last.endsAt;
        if (isGood && !isDue(last, now)) {
            return last.token;
        }
        try {
            // Callers have deadlines of their own.
            if (!lock.tryLock(isGood ? 0 : LOCK_SECONDS, TimeUnit.SECONDS)) {
                if (isGood) {
                    return last.token;
                }
                throw new IOException("the KDC or the NameNode does not answer");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted");
        }
        try {
            Token<?> token = user.getCredentials().getToken(service());
            return token == null ? fetch() : token;
        } finally {
            lock.unlock();
        }
    }

    /** Whether the next token should be fetched. */
    private boolean isDue(Fetched last, long now) {
        return now >= last.refetchAt || (last.isRefused && pause.left(now) <= 0);
    }

    private Text service() throws IOException {
        Text known = service;
        if (known == null) {
            String name = with(FileSystem::getCanonicalServiceName);
            if (name == null) {
                throw new NoProofException(
                        FileSystem.getDefaultUri(conf) + " (fs.defaultFS) has no delegation tokens; expected an HDFS");
            }
            known = new Text(name);
            service = known;
        }
        return known;
    }

    private Token<?> fetch() throws IOException {
        Fetched last = fetched;
        long now = millis.getAsLong();
        if (last != null && !isDue(last, now)) {
            return last.token;
        }
        if (closed) {
            throw new IOException("closed");
        }
        if (!hasTicket()) {
            throw new NoProofException("user " + user.getShortUserName()
                    + " has neither a delegation token of this HDFS nor a Kerberos ticket (kinit)");
        }
        try {
            if (notRenewed != null && pause.left(now) > 0) {
                throw notRenewed;
            }
            Fetched next = with(fileSystem -> fetch(fileSystem, now));
            if (closed) {
                cancel(next.token);
                throw new IOException("closed");
            }
            fetched = next;
            notRenewed = null;
            if (last != null) {
                if (last.isRefused) {
                    pause(now);
                }
                cancel(previous);
                previous = last.token;
            }
            return next.token;
        } catch (IOException e) {
            if (last != null && now < last.endsAt) {
                if (last.isRefused) {
                    pause(now);
                }
                // The KDC or the NameNode is away: the old token is good for a while.
                fetched = new Fetched(last.token, Math.min(now + RETRY_MILLIS, last.endsAt), last.endsAt, false);
                return last.token;
            }
            if (e instanceof NoProofException) {
                throw e;
            }
            throw new IOException("no delegation token to be had from HDFS: " + firstLine(e), e);
        }
    }

    /** @param now milliseconds of the clock */
    private void pause(long now) {
        long length = nextPause;
        pause = new Pause(now, length);
        nextPause = Math.min(LAST_PAUSE_MILLIS, 2 * length);
    }

    private boolean hasTicket() {
        UserGroupInformation real = user.getRealUser();
        return user.hasKerberosCredentials() || (real != null && real.hasKerberosCredentials());
    }

    /** Who has the ticket. */
    private UserGroupInformation renewer() {
        UserGroupInformation real = user.getRealUser();
        return real == null ? user : real;
    }

    /** Renews at once, because only that says when the token ends. */
    private Fetched fetch(FileSystem fileSystem, long now) throws IOException {
        Token<?> token = fileSystem.getDelegationToken(renewer().getShortUserName());
        if (token == null) {
            throw new IOException(fileSystem.getUri() + " gives no delegation tokens");
        }
        long ends;
        try {
            ends = renewer().doAs((PrivilegedExceptionAction<Long>) () -> token.renew(conf));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted");
        } catch (IOException | RuntimeException e) {
            IOException problem = e instanceof IOException io ? io : new IOException(e.toString(), e);
            notRenewed = problem;
            pause(now);
            cancel(token);
            throw problem;
        }
        return new Fetched(token, now + Math.round((ends - now) * REFETCH_AT), ends, false);
    }

    private interface Use<T> {
        T of(FileSystem fileSystem) throws IOException;
    }

    private <T> T with(Use<T> use) throws IOException {
        try {
            return user.doAs((PrivilegedExceptionAction<T>) () -> {
                try (FileSystem fileSystem = FileSystem.newInstance(FileSystem.getDefaultUri(conf), conf)) {
                    return use.of(fileSystem);
                }
            });
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted");
        }
    }

    private static String firstLine(IOException e) {
        return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    }

    @Override
    public void accepted(Metadata answer) {
        nextPause = FIRST_PAUSE_MILLIS;
    }

    /** A fetched token that is not believed is replaced by the next caller, who may wait for the NameNode. */
    @Override
    public void refused(Metadata shown) {
        String token = shown.get(CallHeaders.TOKEN);
        if (token != null && lock.tryLock()) { // Else somebody is fetching another one by now.
            try {
                Fetched last = fetched;
                if (last != null && last.token.encodeToUrlString().equals(token)) {
                    fetched = new Fetched(last.token, last.refetchAt, last.endsAt, true);
                }
            } catch (IOException e) {
                LOG.debug("a delegation token cannot be compared: {}", e.toString());
            } finally {
                lock.unlock();
            }
        }
    }

    private void cancel(@Nullable Token<?> token) {
        if (token == null) {
            return;
        }
        try {
            renewer().doAs((PrivilegedExceptionAction<Void>) () -> {
                token.cancel(conf);
                return null;
            });
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException | RuntimeException e) {
            LOG.debug("a delegation token was not cancelled; it ends by itself: {}", e.toString());
        }
    }

    /** Cancels what was fetched, and waits for that for at most a second. Whoever fetches a token meanwhile cancels it. */
    @Override
    public void close() {
        closed = true;
        Thread last = new Thread(this::cancelAll, "tiercel-token-cancel");
        last.setDaemon(true);
        last.start();
        try {
            last.join(CLOSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void cancelAll() {
        try {
            if (!lock.tryLock(CLOSE_MILLIS, TimeUnit.MILLISECONDS)) {
                return; // The KDC or the NameNode does not answer: they end by themselves.
            }
        } catch (InterruptedException e) {
            return;
        }
        try {
            cancel(previous);
            Fetched current = fetched;
            if (current != null) {
                cancel(current.token);
                fetched = null;
            }
        } finally {
            lock.unlock();
        }
    }
}
