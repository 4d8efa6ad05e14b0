package io.tiercel.agent.migrate;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.agent.ManualClock;
import io.tiercel.linux.LockLimit;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class LockPermissionTest {
    private final ManualClock clock = new ManualClock();

    private LockPermission permission(long budget, long limit) {
        return new LockPermission(budget, 0, new LockLimit(limit, false, 0), clock);
    }

    @Test
    void isGrantedUpToTheLimit() {
        assertThat(permission(100, 100).isGranted()).isTrue();
        assertThat(permission(101, 100).isGranted()).isFalse();
        assertThat(permission(0, 100).isGranted()).isFalse();
    }

    @Test
    void leavesWhatTheDaemonLocks() {
        LockLimit limit = new LockLimit(100, false, 0);
        assertThat(new LockPermission(60, 40, limit, clock).isGranted()).isTrue();
        assertThat(new LockPermission(60, 41, limit, clock).isGranted()).isFalse();
    }

    @Test
    void tellsWhatIsLeftOfTheLimit() {
        assertThat(permission(60, 100).lockableBytes()).isEqualTo(100);
        assertThat(new LockPermission(60, 40, new LockLimit(100, false, 0), clock).lockableBytes())
                .isEqualTo(60);
        assertThat(new LockPermission(60, 140, new LockLimit(100, false, 0), clock).lockableBytes())
                .isZero();
        assertThat(new LockPermission(60, 40, new LockLimit(100, true, 0), clock).lockableBytes())
                .isEqualTo(Long.MAX_VALUE);
        assertThat(new LockPermission(60, 40, new LockLimit(Long.MAX_VALUE, false, 0), clock).lockableBytes())
                .isEqualTo(Long.MAX_VALUE);
    }

    /** Others may lock memory for a moment. */
    @Test
    void comesBackSomeTimeAfterARefusal() {
        LockPermission permission = permission(100, 100);
        permission.refuse("out of memory");
        assertThat(permission.isGranted()).isFalse();
        clock.advance(LockPermission.PAUSE.minusNanos(1));
        assertThat(permission.isGranted()).isFalse();
        clock.advance(Duration.ofNanos(1));
        assertThat(permission.isGranted()).isTrue();
        permission.refuse("out of memory");
        assertThat(permission.isGranted()).isFalse();
    }

    @Test
    void aLimitBelowTheBudgetDoesNotPass() {
        LockPermission permission = permission(101, 100);
        clock.advance(LockPermission.PAUSE.multipliedBy(10));
        assertThat(permission.isGranted()).isFalse();
    }
}
