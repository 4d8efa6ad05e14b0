package io.tiercel.hive;

import static org.assertj.core.api.Assertions.assertThatCode;

import org.apache.hadoop.hive.ql.hooks.QueryLifeTimeHookContextImpl;
import org.junit.jupiter.api.Test;

final class TiercelHookTest {
    /** Hive leaves it out where a query has not come so far. */
    @Test
    void aQueryWithoutAPlanIsLeftAlone() {
        TiercelHook hook = new TiercelHook();
        var context = new QueryLifeTimeHookContextImpl.Builder().build();
        assertThatCode(() -> {
                    hook.beforeCompile(context);
                    hook.afterCompile(context, true);
                    hook.beforeExecution(context);
                    hook.afterExecution(context, true);
                })
                .doesNotThrowAnyException();
    }
}
