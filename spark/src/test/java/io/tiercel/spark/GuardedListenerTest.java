package io.tiercel.spark;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.spark.scheduler.SparkListenerApplicationEnd;
import org.junit.jupiter.api.Test;

class GuardedListenerTest {
    private static final class Failing extends GuardedListener {
        private final Throwable error;

        Failing(Throwable error) {
            super("a test has no end");
            this.error = error;
        }

        @Override
        public void onApplicationEnd(SparkListenerApplicationEnd end) {
            guard(() -> {
                if (error instanceof Error e) {
                    throw e;
                }
                throw (Exception) error;
            });
        }
    }

    private static void end(Throwable error) {
        Failing listener = new Failing(error);
        listener.onApplicationEnd(new SparkListenerApplicationEnd(0, scala.Option.empty()));
        listener.onApplicationEnd(new SparkListenerApplicationEnd(0, scala.Option.empty()));
    }

    @Test
    void errorsOfAListenerDoNotReachSparksBus() {
        assertThatCode(() -> end(new NoSuchMethodError("of another Spark"))).doesNotThrowAnyException();
        assertThatCode(() -> end(new IllegalStateException("wrong"))).doesNotThrowAnyException();
        assertThatCode(() -> end(new StackOverflowError("too deep"))).doesNotThrowAnyException();
    }

    @Test
    void anErrorThatEndsTheJvmDoes() {
        assertThatThrownBy(() -> end(new OutOfMemoryError("none left"))).isInstanceOf(OutOfMemoryError.class);
    }
}
