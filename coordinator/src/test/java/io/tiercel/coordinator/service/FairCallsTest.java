package io.tiercel.coordinator.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

class FairCallsTest {
    private final Deque<Runnable> threads = new ArrayDeque<>();
    private final FairCalls calls = new FairCalls(threads::add, 2, 3);
    private final List<String> ran = new ArrayList<>();

    private void call(String user, String name) {
        calls.of(user).execute(() -> ran.add(name));
    }

    @Test
    void oneUserTakesSomeOfTheThreads() {
        for (int i = 0; i < 5; i++) {
            call("alice", "a" + i);
        }
        call("bob", "b");

        assertThat(threads).as("two of hers, and his").hasSize(3);
        assertThatThrownBy(() -> call("alice", "one too many")).isInstanceOf(RejectedExecutionException.class);
        call("bob", "his second, though three wait");

        threads.remove().run();
        assertThat(ran).as("those that waited run on the thread of the first").containsExactly("a0", "a2", "a3", "a4");
        threads.forEach(Runnable::run);
        assertThat(ran).hasSize(7).doesNotHaveDuplicates();
    }

    @Test
    void aTaskThatFailsHoldsNobodyUp() {
        calls.of("alice").execute(() -> {
            throw new IllegalStateException("says the test");
        });
        call("alice", "second");
        call("alice", "third");
        threads.remove().run();
        assertThat(ran).containsExactly("third");
        threads.remove().run();

        call("alice", "later");
        assertThat(threads).as("nothing of the past counts").hasSize(1);
    }
}
