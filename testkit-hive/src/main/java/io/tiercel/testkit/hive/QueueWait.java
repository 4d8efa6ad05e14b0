package io.tiercel.testkit.hive;

import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hive.ql.hooks.ExecuteWithHookContext;
import org.apache.hadoop.hive.ql.hooks.HookContext;

/** A pre-execution hook that waits as a query does whose containers are still in a queue: local mode has none. */
public final class QueueWait implements ExecuteWithHookContext {
    /** Milliseconds to wait; 0 by default. */
    public static final String KEY = "tiercel.testkit.queue.wait";

    @Override
    public void run(HookContext query) throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(query.getConf().getLong(KEY, 0));
    }
}
