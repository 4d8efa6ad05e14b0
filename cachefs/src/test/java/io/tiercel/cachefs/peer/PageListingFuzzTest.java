package io.tiercel.cachefs.peer;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;

/** What another node says it has is read, or refused. */
class PageListingFuzzTest {
    @FuzzTest(maxDuration = "5s")
    void aListingIsReadOrRefused(byte[] input) {
        try {
            PageListing.decode(input);
        } catch (IOException e) {
            // Refused.
        }
    }
}
