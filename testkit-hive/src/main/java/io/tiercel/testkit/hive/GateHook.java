package io.tiercel.testkit.hive;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.ql.hooks.ExecuteWithHookContext;
import org.apache.hadoop.hive.ql.hooks.HookContext;
import org.apache.hadoop.hive.ql.hooks.QueryLifeTimeHook;
import org.apache.hadoop.hive.ql.hooks.QueryLifeTimeHookContext;

/** Holds a query between the hooks that are named before this one and its execution, until the file that {@link #FILE} names exists. */
public final class GateHook implements ExecuteWithHookContext, QueryLifeTimeHook {
    /** The key of the session. Not set: nothing is held. */
    public static final String FILE = "tiercel.testkit.gate";

    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static final long PAUSE_MILLIS = 10;

    @Override
    public void run(HookContext context) {
        hold(context.getConf());
    }

    @Override
    public void beforeExecution(QueryLifeTimeHookContext context) {
        hold(context.getHiveConf());
    }

    private static void hold(Configuration conf) {
        String file = conf.getTrimmed(FILE, "");
        long begin = System.nanoTime();
        while (!file.isEmpty() && !Files.exists(Path.of(file))) {
            if (System.nanoTime() - begin > LIMIT.toNanos()) {
                throw new IllegalStateException("expected the file " + file + " within " + LIMIT);
            }
            try {
                Thread.sleep(PAUSE_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    @Override
    public void beforeCompile(QueryLifeTimeHookContext context) {}

    @Override
    public void afterCompile(QueryLifeTimeHookContext context, boolean hasError) {}

    @Override
    public void afterExecution(QueryLifeTimeHookContext context, boolean hasError) {}
}
