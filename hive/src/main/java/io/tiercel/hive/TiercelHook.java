package io.tiercel.hive;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.ql.hooks.ExecuteWithHookContext;
import org.apache.hadoop.hive.ql.hooks.HookContext;
import org.apache.hadoop.hive.ql.hooks.QueryLifeTimeHook;
import org.apache.hadoop.hive.ql.hooks.QueryLifeTimeHookContext;
import org.apache.hadoop.security.UserGroupInformation;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hints the partitions that a query will read before it runs, and gives them back when it has ended, well or not. The one key {@code
 * hive.query.lifetime.hooks} is enough. It serves as well for {@code hive.exec.pre.hooks}, {@code hive.exec.post.hooks} and {@code
 * hive.exec.failure.hooks}, of which it then needs all three. A failure here costs the query a line in the log and nothing else.
 */
public final class TiercelHook implements ExecuteWithHookContext, QueryLifeTimeHook {
    private static final Logger LOG = LoggerFactory.getLogger(TiercelHook.class);
    private static final String LIFETIME = "hive.query.lifetime.hooks";
    private static final List<String> ENDS = List.of("hive.exec.post.hooks", "hive.exec.failure.hooks");

    /** Hive makes a hook anew for each query and each key; so what they have in common is static. */
    private static final class Shared {
        static final OpenQueries QUERIES = new OpenQueries();
    }

    @Override
    public void beforeCompile(QueryLifeTimeHookContext context) {}

    @Override
    public void afterCompile(QueryLifeTimeHookContext context, boolean hasError) {}

    @Override
    public void beforeExecution(QueryLifeTimeHookContext context) {
        safely(() -> begin(context.getHookContext()));
    }

    @Override
    public void afterExecution(QueryLifeTimeHookContext context, boolean hasError) {
        safely(() -> end(context.getHookContext()));
    }

    @Override
    public void run(HookContext context) {
        safely(() -> {
            if (context.getHookType() != HookContext.HookType.PRE_EXEC_HOOK) {
                end(context);
            } else if (endsAreHeard(context.getConf())) {
                begin(context);
            } else {
                LOG.warn(
                        "Tiercel: query {} hints nothing: expected {} in {}, or in both {}",
                        id(context),
                        TiercelHook.class.getName(),
                        LIFETIME,
                        ENDS);
            }
        });
    }

    private interface Step {
        void run() throws IOException;
    }

    /** No exception and no error, of class loading either, may reach Hive: it would fail the query. */
    private static void safely(Step step) {
        try {
            step.run();
        } catch (Throwable e) {
            LOG.warn("Tiercel: a hook has failed; the query goes on without it: {}", e.toString(), e);
        }
    }

    /** Else a lease would be renewed for as long as the server lives. */
    private static boolean endsAreHeard(Configuration conf) {
        return isNamedIn(conf, LIFETIME) || ENDS.stream().allMatch(key -> isNamedIn(conf, key));
    }

    private static boolean isNamedIn(Configuration conf, String key) {
        return Arrays.stream(conf.getTrimmedStrings(key)).anyMatch(TiercelHook.class.getName()::equals);
    }

    private static void begin(@Nullable HookContext context) throws IOException {
        if (context != null && context.getQueryPlan() != null) {
            List<List<Path>> steps = ReadOrder.of(context.getQueryPlan().getRootTasks());
            if (!steps.isEmpty()) {
                Shared.QUERIES.begin(id(context), user(context), context.getConf(), steps);
            }
        }
    }

    private static void end(@Nullable HookContext context) {
        if (context != null && context.getQueryPlan() != null) {
            Shared.QUERIES.end(id(context));
        }
    }

    private static String id(HookContext context) {
        return context.getQueryPlan().getQueryId();
    }

    /** The user under whom Hive reads files, which is not always the one who asks. */
    private static UserGroupInformation user(HookContext context) throws IOException {
        UserGroupInformation user = context.getUgi();
        return user == null ? UserGroupInformation.getCurrentUser() : user;
    }
}
