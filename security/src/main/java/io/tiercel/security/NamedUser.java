package io.tiercel.security;

import io.grpc.Metadata;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** A name and no proof, as with Hadoop's simple authentication. */
record NamedUser(String user) implements Identity {
    /** @throws IllegalArgumentException if it is no name */
    NamedUser {
        if (!CallHeaders.isUser(user)) {
            throw new IllegalArgumentException("user: expected a name without control characters");
        }
    }

    @Override
    public boolean mayWait() {
        return false;
    }

    @Override
    public Metadata show() {
        Metadata headers = new Metadata();
        headers.put(CallHeaders.USER, URLEncoder.encode(user, StandardCharsets.UTF_8));
        return headers;
    }
}
