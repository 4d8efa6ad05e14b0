package io.tiercel.security;

import org.ietf.jgss.GSSException;
import org.ietf.jgss.Oid;

/** Kerberos' names in GSS-API. */
public final class Kerberos {
    /** The mechanism (RFC 4121). */
    public static final Oid MECHANISM = oid("1.2.840.113554.1.2.2");

    /** A name such as {@code nn/host@REALM} (RFC 1964, 2.1.1). */
    public static final Oid PRINCIPAL = oid("1.2.840.113554.1.2.2.1");

    private Kerberos() {}

    private static Oid oid(String text) {
        try {
            return new Oid(text);
        } catch (GSSException e) {
            throw new IllegalArgumentException(text, e);
        }
    }
}
