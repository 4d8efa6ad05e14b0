package io.tiercel.security;

import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.TrustManager;

/** How a process connects to a coordinator: with or without TLS, and as whom. {@link HadoopSecurity} reads it from a configuration. */
public final class ChannelSecurity {
    private final Optional<TrustManager> trust;
    private final IdentityFactory identities;

    /** Makes the identities of connections to the coordinators on some hosts, in their order. */
    interface IdentityFactory {
        List<Identity> of(List<String> hosts);
    }

    /** @param trust of the coordinator's certificate; empty for no encryption */
    ChannelSecurity(Optional<TrustManager> trust, IdentityFactory identities) {
        this.trust = trust;
        this.identities = identities;
    }

    /**
     * A name that is believed, and no encryption: for a Hadoop with simple authentication.
     *
     * @throws IllegalArgumentException if {@code user} is no name
     */
    public static ChannelSecurity named(String user) {
        NamedUser identity = new NamedUser(user);
        return new ChannelSecurity(Optional.empty(), hosts -> Collections.nCopies(hosts.size(), identity));
    }

    /** No name and no encryption: for an agent where Hadoop has simple authentication. */
    public static ChannelSecurity nameless() {
        return new ChannelSecurity(Optional.empty(), hosts -> Collections.nCopies(hosts.size(), new Nameless()));
    }

    /**
     * Connects when the first call is made.
     *
     * @param endpoints one of them is the active coordinator's; not empty
     */
    public CoordinatorChannel open(List<Endpoint> endpoints) {
        return new CoordinatorChannel(
                endpoints.stream()
                        .map(endpoint -> CoordinatorChannel.connect(endpoint, trust))
                        .toList(),
                identities.of(endpoints.stream().map(Endpoint::host).toList()));
    }

    /** Over a channel that is open. */
    public CoordinatorChannel over(ManagedChannel channel) {
        return new CoordinatorChannel(List.of(channel), identities.of(List.of(channel.authority())));
    }

    /** Nobody. */
    private record Nameless() implements Identity {
        @Override
        public Metadata show() {
            return new Metadata();
        }

        @Override
        public boolean mayWait() {
            return false;
        }
    }
}
