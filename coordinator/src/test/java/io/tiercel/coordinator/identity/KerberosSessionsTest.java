package io.tiercel.coordinator.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class KerberosSessionsTest {
    private long now;
    private double jitter;

    private final KerberosSessions sessions = new KerberosSessions(
            request -> {
                String principal = new String(request, StandardCharsets.UTF_8);
                if (principal.isEmpty()) {
                    throw new IllegalArgumentException("Checksum failed");
                }
                return principal;
            },
            "shared"::equals,
            () -> now,
            () -> jitter);

    private KerberosSessions.Session begin(String principal) {
        return sessions.begin(principal.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void aSessionIsItsPrincipalsForAnHour() {
        String one = begin("dn/one").id();
        String two = begin("dn/two").id();

        assertThat(one).isNotEqualTo(two);
        assertThat(sessions.principal(one)).contains("dn/one");
        now += Duration.ofHours(1).toNanos();
        assertThat(sessions.principal(two)).contains("dn/two");
        now += 1;
        assertThat(sessions.principal(one)).isEmpty();
        assertThat(sessions.principal("made up")).isEmpty();
    }

    /** All agents begin a session at once after a failover. */
    @Test
    void sessionsThatBeginTogetherDoNotEndTogether() {
        String late = begin("dn/one").id();
        jitter = 0.5;
        String early = begin("dn/two").id();

        now += Duration.ofHours(1).toNanos() * 7 / 8;
        assertThat(sessions.principal(early)).contains("dn/two");
        now += 1;
        assertThat(sessions.principal(early)).isEmpty();
        assertThat(sessions.principal(late)).contains("dn/one");
    }

    @Test
    void aBadTicketIsRefusedInOneLineThatTellsNothing() {
        assertThatThrownBy(() -> begin(""))
                .hasMessageContaining("UNAUTHENTICATED: the Kerberos ticket is not good here")
                .hasMessageNotContaining("Checksum");
    }

    @Test
    void theOldestGoesWhenThereAreTooMany() {
        String first = begin("first").id();
        for (int i = 0; i < 50_000; i++) {
            begin("shared");
        }
        assertThat(sessions.principal(first)).isEmpty();
        assertThat(sessions.principal(begin("last").id())).contains("last");
    }

    @Test
    void onePrincipalEndsNobodyElsesSessions() {
        String agent = begin("dn/one").id();
        List<String> own = new ArrayList<>();
        for (int i = 0; i < 50_000; i++) {
            own.add(begin("alice").id());
        }
        assertThat(sessions.principal(agent)).contains("dn/one");
        assertThat(own.stream().filter(id -> sessions.principal(id).isPresent()))
                .containsExactlyElementsOf(own.subList(50_000 - 8, 50_000));

        now += Duration.ofHours(1).toNanos() + 1;
        own.forEach(id -> assertThat(sessions.principal(id)).isEmpty());
        assertThat(sessions.principal(begin("alice").id())).contains("alice");
    }
}
