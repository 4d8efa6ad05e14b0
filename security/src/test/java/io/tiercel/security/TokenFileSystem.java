package io.tiercel.security;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.security.token.Token;
import org.apache.hadoop.security.token.TokenIdentifier;
import org.apache.hadoop.security.token.TokenRenewer;
import org.jspecify.annotations.Nullable;

/** A file system that gives delegation tokens which live for a time, unless its KDC is away. One test uses it at a time. */
public final class TokenFileSystem extends RawLocalFileSystem {
    static final Text KIND = new Text("TEST_TOKEN");
    static final String SERVICE = "the test's HDFS";

    /** The time of day, which the test sets. */
    static volatile long now;

    static volatile long lifeMillis;
    static volatile boolean isAway;
    static volatile boolean hasTokens;

    /** What is thrown instead of renewing a token; null if it is renewed. */
    static volatile @Nullable Exception renewalProblem;

    /** Runs before a token is given. */
    static volatile Runnable beforeGiving = () -> {};

    static volatile int given;
    static final List<String> CANCELLED = new ArrayList<>();

    static void reset() {
        now = 1_000_000;
        lifeMillis = 1_000;
        isAway = false;
        hasTokens = true;
        renewalProblem = null;
        beforeGiving = () -> {};
        given = 0;
        CANCELLED.clear();
    }

    static Configuration conf() {
        Configuration conf = new Configuration(false);
        conf.set("fs.defaultFS", "token:///");
        conf.setClass("fs.token.impl", TokenFileSystem.class, org.apache.hadoop.fs.FileSystem.class);
        return conf;
    }

    @Override
    public @Nullable String getCanonicalServiceName() {
        return hasTokens ? SERVICE : null;
    }

    @Override
    public Token<?> getDelegationToken(String renewer) throws IOException {
        if (isAway) {
            throw new IOException("the KDC is away, says the test");
        }
        beforeGiving.run();
        given++;
        return new Token<>(name(given).getBytes(StandardCharsets.US_ASCII), new byte[] {1}, KIND, new Text(SERVICE));
    }

    static String name(int number) {
        return "token-" + number;
    }

    static String name(Token<? extends TokenIdentifier> token) {
        return new String(token.getIdentifier(), StandardCharsets.US_ASCII);
    }

    /** Found by Hadoop as a service. */
    public static final class Renewer extends TokenRenewer {
        @Override
        public boolean handleKind(Text kind) {
            return KIND.equals(kind);
        }

        @Override
        public boolean isManaged(Token<?> token) {
            return true;
        }

        @Override
        public long renew(Token<?> token, Configuration conf) throws IOException {
            Exception problem = renewalProblem;
            if (problem instanceof IOException io) {
                throw io;
            }
            if (problem instanceof RuntimeException unexpected) {
                throw unexpected;
            }
            return now + lifeMillis;
        }

        @Override
        public void cancel(Token<?> token, Configuration conf) {
            CANCELLED.add(name(token));
        }
    }
}
