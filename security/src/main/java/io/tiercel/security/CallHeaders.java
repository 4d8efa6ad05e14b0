package io.tiercel.security;

import io.grpc.Metadata;

/** The metadata entries of calls. At most one of them says who makes the call; another says which coordinator answers. */
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
     * In answers. It grows with each transition of a NameNode to active. If two coordinators believe that they are active, only the one with
     * the higher epoch is.
     */
    public static final Metadata.Key<String> EPOCH = Metadata.Key.of("tiercel-epoch", Metadata.ASCII_STRING_MARSHALLER);

    private static final int MOST_CHARACTERS = 255;

    private CallHeaders() {}

    /** Whether it can be a user's name: of 1 to {@value #MOST_CHARACTERS} characters, because names are kept. */
    public static boolean isUser(String name) {
        return !name.isBlank()
                && name.length() <= MOST_CHARACTERS
                && name.chars().noneMatch(Character::isISOControl);
    }
}
