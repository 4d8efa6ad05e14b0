package io.tiercel.coordinator.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.Context;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

class FairCallsTest {
    /** Tasks in the order in which threads take them. */
    private final Deque<Runnable> threads = new ArrayDeque<>();

    private final FairCalls calls = new FairCalls(threads::add, 2, 3);
    private final List<String> ran = new ArrayList<>();

    private void call(String user, String name) {
        calls.of(user).execute(() -> ran.add(name));
    }

    private void runAll() {
        while (!threads.isEmpty()) {
            threads.remove().run();
        }
    }

    @Test
    void oneUserTakesSomeOfTheThreads() {
        for (int i = 0; i < 5; i++) {
            call("alice", "a" + i);
        }
        call("bob", "b");

        assertThat(threads).as("two of hers, and his").hasSize(3);
        assertThatThrownBy(() -> call("alice", "one too many"))
                .isInstanceOf(RejectedExecutionException.class)
                .hasMessage("user alice has 3 calls that wait for HDFS, the most that may; try again later");
        for (int i = 0; i < 4; i++) {
            call("bob", "b" + i);
        }
        assertThat(threads).as("his wait too, though three of hers do").hasSize(4);

        threads.remove().run();
        assertThat(threads).as("her next waits for a thread behind his").hasSize(4);
        runAll();
        assertThat(ran).hasSize(10).doesNotHaveDuplicates().startsWith("a0", "a1", "b", "b0", "a2");
    }

    /** Eight threads, four for each user; each call of the greedy makes the next. */
    @Test
    void aThirdUserWaitsForOneTurnOfTheGreedy() {
        FairCalls fair = new FairCalls(threads::add, 4, 256);
        for (String greedy : List.of("alice", "bob")) {
            for (int i = 0; i < 100; i++) {
                goesOn(fair, greedy, 3);
            }
        }
        for (int i = 0; i < 20; i++) {
            threads.remove().run();
        }

        fair.of("carol").execute(() -> ran.add("carol"));

        ran.clear();
        runAll();
        assertThat(ran.indexOf("carol")).isEqualTo(8);
        assertThat(ran).as("nobody's call is lost").hasSize(2 * 100 * 3 - 20 + 1);
    }

    private void goesOn(FairCalls fair, String user, int times) {
        fair.of(user).execute(() -> {
            ran.add(user);
            if (times > 1) {
                goesOn(fair, user, times - 1);
            }
        });
    }

    @Test
    void aTaskThatFailsHoldsNobodyUp() {
        calls.of("alice").execute(() -> {
            throw new IllegalStateException("says the test");
        });
        call("alice", "second");
        call("alice", "third");
        runAll();
        assertThat(ran).containsExactly("second", "third");

        call("alice", "later");
        assertThat(threads).as("nothing of the past counts").hasSize(1);
    }

    @Test
    void callsWhoseCallersHaveGoneKeepNoPlace() {
        call("alice", "a0");
        call("alice", "a1");
        Context.CancellableContext gone = Context.current().withCancellation();
        gone.run(() -> {
            for (int i = 0; i < 3; i++) {
                call("alice", "clean up " + i);
            }
        });
        gone.cancel(null);

        call("alice", "a2");
        assertThat(ran).as("they only clean up").containsExactly("clean up 0", "clean up 1", "clean up 2");

        Context.CancellableContext goesLater = Context.current().withCancellation();
        goesLater.run(() -> call("alice", "clean up 3"));
        call("alice", "a3");
        goesLater.cancel(null);
        ran.clear();
        threads.remove().run();
        threads.remove().run();
        assertThat(ran).containsExactly("a0", "a1", "clean up 3");
        runAll();
        assertThat(ran).endsWith("a2", "a3");
    }

    @Test
    void anAcceptedCallRunsThoughTheThreadsTakeNoMore() {
        FairCalls full = new FairCalls(
                task -> {
                    if (!threads.isEmpty()) {
                        throw new RejectedExecutionException("full, says the test");
                    }
                    threads.add(task);
                },
                1,
                3);
        full.of("alice").execute(() -> threads.add(() -> {}));
        full.of("alice").execute(() -> ran.add("second"));
        threads.remove().run();
        assertThat(ran).containsExactly("second");
    }

    @Test
    void aUserWithTooManyCallsIsToldSo() {
        List<Status> refused = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            CallResponder.later(calls.of("alice"), errors(refused), () -> "answer", () -> ran.add("over"));
        }
        assertThat(refused).singleElement().satisfies(status -> {
            assertThat(status.getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
            assertThat(status.getDescription()).contains("user alice has 3 calls that wait");
        });
        assertThat(ran).containsExactly("over");
    }

    private static StreamObserver<String> errors(List<Status> errors) {
        return new StreamObserver<>() {
            @Override
            public void onNext(String reply) {}

            @Override
            public void onError(Throwable e) {
                errors.add(Status.fromThrowable(e));
            }

            @Override
            public void onCompleted() {}
        };
    }
}
