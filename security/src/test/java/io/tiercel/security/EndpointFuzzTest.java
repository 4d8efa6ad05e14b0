package io.tiercel.security;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;

/** An address is read, or refused with what was expected. */
class EndpointFuzzTest {
    @FuzzTest(maxDuration = "5s")
    void anAddressIsReadOrRefused(byte[] input) {
        try {
            Endpoint.parse(new String(input, StandardCharsets.UTF_8));
        } catch (IllegalArgumentException e) {
            // Refused.
        }
    }
}
