package io.tiercel.coordinator.service;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class OpenCallsTest {
    private final OpenCalls open = new OpenCalls(2, 3 << 20);

    @Test
    void oneTooManyIsRefusedUntilAnotherEnds() {
        OpenCalls.Call first = open.begin("alice");
        open.begin("alice");
        assertThatThrownBy(() -> open.begin("alice"))
                .hasMessageContaining("RESOURCE_EXHAUSTED: user alice has 2 calls open");
        assertThatCode(() -> open.begin("bob")).doesNotThrowAnyException();

        first.end();
        first.end();
        open.begin("alice");
        assertThatThrownBy(() -> open.begin("alice")).hasMessageContaining("RESOURCE_EXHAUSTED");
    }

    @Test
    void messagesCountUntilTheirCallsEnd() {
        OpenCalls.Call first = open.begin("alice");
        OpenCalls.Call second = open.begin("alice");
        first.hold(2 << 20);
        second.hold(1 << 20);
        assertThatThrownBy(() -> second.hold(1))
                .hasMessage("RESOURCE_EXHAUSTED: the open calls of user alice have more than 3 MiB of messages,"
                        + " the most that anybody's may have; call again later");
        assertThatCode(() -> open.begin("bob").hold(3 << 20)).doesNotThrowAnyException();

        first.end();
        first.hold(3 << 20);
        second.hold(2 << 20);
        second.end();
        open.begin("alice").hold(3 << 20);
    }

    @Test
    void anAnswerCountsInPlaceOfItsRequest() {
        OpenCalls.Call first = open.begin("alice");
        first.hold(2 << 20);
        first.answer(3 << 20);
        OpenCalls.Call second = open.begin("alice");
        assertThatThrownBy(() -> second.answer(1 << 20)).hasMessageContaining("RESOURCE_EXHAUSTED");

        first.answer(0);
        second.answer(3 << 20);
    }

    /** What its call asked for is done. */
    @Test
    void aSmallAnswerIsNeverRefused() {
        open.begin("alice").hold(3 << 20);
        OpenCalls.Call second = open.begin("alice");
        assertThatThrownBy(() -> second.answer(OpenCalls.SMALL_BYTES + 1)).hasMessageContaining("RESOURCE_EXHAUSTED");
        assertThatCode(() -> second.answer(OpenCalls.SMALL_BYTES)).doesNotThrowAnyException();
    }

    @Test
    void messagesOfAStreamCountButAreNeverRefused() {
        OpenCalls.Call stream = open.begin("alice");
        OpenCalls.Call other = open.begin("alice");
        other.hold(3 << 20);
        assertThatCode(() -> stream.stream(1 << 20)).doesNotThrowAnyException();
        other.end();
        OpenCalls.Call next = open.begin("alice");
        assertThatThrownBy(() -> next.hold(3 << 20)).hasMessageContaining("RESOURCE_EXHAUSTED");

        stream.stream(0);
        next.hold(3 << 20);
    }

    @Test
    void aRequestThatATaskHasCountsThoughItsCallerHasGone() {
        OpenCalls.Call gone = open.begin("alice");
        gone.hold(3 << 20);
        gone.keep();
        gone.end();
        OpenCalls.Call next = open.begin("alice");
        open.begin("alice").end();
        assertThatThrownBy(() -> next.hold(1)).hasMessageContaining("RESOURCE_EXHAUSTED");

        gone.letGo();
        next.hold(3 << 20);
    }
}
