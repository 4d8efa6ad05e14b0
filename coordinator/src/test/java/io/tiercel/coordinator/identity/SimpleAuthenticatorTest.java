package io.tiercel.coordinator.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.Metadata;
import io.tiercel.hdfs.resolve.Caller;
import io.tiercel.security.CallHeaders;
import org.junit.jupiter.api.Test;

class SimpleAuthenticatorTest {
    private static String user(String entry) {
        Metadata headers = new Metadata();
        headers.put(CallHeaders.USER, entry);
        return new SimpleAuthenticator()
                .authenticate(headers)
                .caller()
                .map(Caller::user)
                .orElseThrow();
    }

    @Test
    void aNameIsBelieved() {
        assertThat(user("al%20ice")).isEqualTo("al ice");
        assertThat(user("a".repeat(255))).hasSize(255);
    }

    /** The coordinator keeps names, and metadata may have 128 KiB. */
    @Test
    void aNameThatNobodyHasIsRefusedInAShortLine() {
        for (String entry : new String[] {"a".repeat(100_000), "a%0Ab", "%"}) {
            assertThatThrownBy(() -> user(entry))
                    .hasMessageContaining("expected the user's name in the metadata entry tiercel-user")
                    .satisfies(refused -> assertThat(refused.getMessage()).hasSizeLessThan(250));
        }
    }
}
