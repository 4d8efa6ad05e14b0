package io.tiercel.demo.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;

class IdentifiedTest {
    private enum Pattern implements Identified {
        NONE,
        TOO_LARGE,
        ONE_10S
    }

    @Test
    void namesAreInLowerCaseWithHyphensInJsonToo() throws JsonProcessingException {
        assertThat(Pattern.TOO_LARGE.id()).isEqualTo("too-large");
        assertThat(new ObjectMapper().writeValueAsString(Pattern.values()))
                .isEqualTo("[\"none\",\"too-large\",\"one-10s\"]");
    }
}
