package io.tiercel.security;

import io.grpc.Metadata;

/** The metadata entries of calls: who makes it, of which a call has at most one, and who answers. */
public final class CallHeaders {
    /** A user's name, URL-encoded. Believed where Hadoop has simple authentication. */
    public static final Metadata.Key<String> USER = Metadata.Key.of("tiercel-user", Metadata.ASCII_STRING_MARSHALLER);

    /** An HDFS delegation token, as {@code Token.encodeToUrlString} writes it. */
    public static final Metadata.Key<String> TOKEN = Metadata.Key.of("tiercel-token", Metadata.ASCII_STRING_MARSHALLER);

    /** A Kerberos service request for the coordinator's principal. Good for one call. */
    public static final Metadata.Key<byte[]> KERBEROS =
            Metadata.Key.of("tiercel-kerberos-bin", Metadata.BINARY_BYTE_MARSHALLER);

    /** Names a session that began with a {@link #KERBEROS} entry. The coordinator hands it out with its answer. */
    public static final Metadata.Key<String> SESSION =
            Metadata.Key.of("tiercel-session", Metadata.ASCII_STRING_MARSHALLER);

    /**
     * In answers: grows with each transition of a NameNode to active. Of two coordinators that both take themselves for active, the one with
     * the higher epoch is.
     */
    public static final Metadata.Key<String> EPOCH = Metadata.Key.of("tiercel-epoch", Metadata.ASCII_STRING_MARSHALLER);

    private CallHeaders() {}
}
