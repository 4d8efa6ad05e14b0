package io.tiercel.security;

import io.grpc.Metadata;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.reflect.UndeclaredThrowableException;
import java.security.PrivilegedExceptionAction;
import org.apache.hadoop.security.SecurityUtil;
import org.apache.hadoop.security.UserGroupInformation;
import org.ietf.jgss.GSSContext;
import org.ietf.jgss.GSSException;
import org.ietf.jgss.GSSManager;
import org.jspecify.annotations.Nullable;

/**
 * A daemon's own principal, shown by a Kerberos service request and then by the session that the coordinator answers with. Needs no
 * NameNode, so it works in safe mode and on a standby too.
 */
final class KerberosTicket implements Identity {
    private final UserGroupInformation user;
    private final String principal;
    private final String host;
    private volatile @Nullable String session;

    /** @param principal the coordinator's, such as {@code nn/_HOST@REALM}, where {@code _HOST} stands for {@code host} */
    KerberosTicket(UserGroupInformation user, String principal, String host) {
        this.user = user;
        this.principal = principal;
        this.host = host;
    }

    @Override
    public Metadata show() throws IOException {
        Metadata headers = new Metadata();
        String known = session;
        if (known != null) {
            headers.put(CallHeaders.SESSION, known);
        } else {
            headers.put(CallHeaders.KERBEROS, request());
        }
        return headers;
    }

    private byte[] request() throws IOException {
        String coordinator = SecurityUtil.getServerPrincipal(principal, host);
        if (user.isFromKeytab()) {
            user.checkTGTAndReloginFromKeytab();
        }
        try {
            return user.doAs((PrivilegedExceptionAction<byte[]>) () -> {
                GSSManager manager = GSSManager.getInstance();
                GSSContext context = manager.createContext(
                        manager.createName(coordinator, Kerberos.PRINCIPAL),
                        Kerberos.MECHANISM,
                        null,
                        GSSContext.DEFAULT_LIFETIME);
                try {
                    // One message only: the coordinator proves itself by its certificate.
                    context.requestMutualAuth(false);
                    context.requestCredDeleg(false);
                    return context.initSecContext(new byte[0], 0, 0);
                } finally {
                    context.dispose();
                }
            });
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted");
        } catch (UndeclaredThrowableException e) {
            String why = e.getCause() instanceof GSSException gss ? gss.getMessage() : String.valueOf(e.getCause());
            throw new IOException(
                    "no Kerberos ticket of " + user.getUserName() + " for " + coordinator + ": " + why, e);
        }
    }

    @Override
    public void accepted(Metadata answer) {
        String given = answer.get(CallHeaders.SESSION);
        if (given != null) {
            session = given;
        }
    }

    @Override
    public void refused(Metadata shown) {
        session = null;
    }
}
