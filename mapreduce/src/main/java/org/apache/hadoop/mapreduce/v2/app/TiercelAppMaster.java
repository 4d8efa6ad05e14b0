package org.apache.hadoop.mapreduce.v2.app;

import io.tiercel.config.ConfigException;
import io.tiercel.mapreduce.MapReduceSettings;
import io.tiercel.mapreduce.MapScheduler;
import io.tiercel.mapreduce.MapScheduler.JobAttempt;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.ipc.CallerContext;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.TypeConverter;
import org.apache.hadoop.mapreduce.v2.app.client.ClientService;
import org.apache.hadoop.mapreduce.v2.app.job.Job;
import org.apache.hadoop.mapreduce.v2.app.local.LocalContainerAllocator;
import org.apache.hadoop.mapreduce.v2.app.rm.ContainerAllocator;
import org.apache.hadoop.mapreduce.v2.app.rm.MatchedContainerAllocator;
import org.apache.hadoop.mapreduce.v2.app.rm.RMCommunicator;
import org.apache.hadoop.mapreduce.v2.app.rm.RMContainerAllocator;
import org.apache.hadoop.mapreduce.v2.app.rm.preemption.AMPreemptionPolicy;
import org.apache.hadoop.mapreduce.v2.util.MRApps;
import org.apache.hadoop.mapreduce.v2.util.MRWebAppUtil;
import org.apache.hadoop.util.ExitUtil;
import org.apache.hadoop.util.ShutdownHookManager;
import org.apache.hadoop.yarn.YarnUncaughtExceptionHandler;
import org.apache.hadoop.yarn.api.ApplicationConstants;
import org.apache.hadoop.yarn.api.ApplicationConstants.Environment;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.util.Clock;
import org.apache.hadoop.yarn.util.SystemClock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * MapReduce's application master with {@link MatchedContainerAllocator} in it. Named as the last word of {@code
 * yarn.app.mapreduce.am.command-opts}, it becomes the main class; the name of Hadoop's own becomes its argument. Where it has nothing to
 * do, or its configuration is wrong, it starts Hadoop's master.
 */
public class TiercelAppMaster extends MRAppMaster {
    private static final Logger LOG = LoggerFactory.getLogger(TiercelAppMaster.class);

    private final MapReduceSettings settings;
    private final Attempt attempt;
    private @Nullable AMPreemptionPolicy preemption;
    private @Nullable AllocatorRouter router;

    /** Begins before the job does, so that its first maps wait less; null if that failed. */
    private @Nullable MapScheduler planner;

    /** This attempt of the master, as the NodeManager tells it. */
    record Attempt(ContainerId container, String host, int port, int httpPort, long submitTime) {
        static Attempt ofEnvironment() {
            return new Attempt(
                    ContainerId.fromString(told(Environment.CONTAINER_ID.name())),
                    told(Environment.NM_HOST.name()),
                    Integer.parseInt(told(Environment.NM_PORT.name())),
                    Integer.parseInt(told(Environment.NM_HTTP_PORT.name())),
                    Long.parseLong(told(ApplicationConstants.APP_SUBMIT_TIME_ENV)));
        }

        private static String told(String name) {
            String value = System.getenv(name);
            if (value == null) {
                throw new IllegalStateException("expected the environment to have " + name);
            }
            return value;
        }
    }

    TiercelAppMaster(MapReduceSettings settings, Attempt attempt, Clock clock) {
        super(
                attempt.container().getApplicationAttemptId(),
                attempt.container(),
                attempt.host(),
                attempt.port(),
                attempt.httpPort(),
                clock,
                attempt.submitTime());
        this.settings = settings;
        this.attempt = attempt;
    }

    @Override
    protected AMPreemptionPolicy createPreemptionPolicy(Configuration conf) {
        AMPreemptionPolicy policy = super.createPreemptionPolicy(conf);
        preemption = policy;
        return policy;
    }

    @Override
    protected ContainerAllocator createContainerAllocator(@Nullable ClientService clients, AppContext context) {
        if (clients == null) { // A job that an earlier attempt has ended: there is nothing to assign.
            return super.createContainerAllocator(clients, context);
        }
        planner = planner(context);
        AllocatorRouter created = new AllocatorRouter(() -> allocator(clients, context));
        router = created;
        return created;
    }

    private RMCommunicator allocator(ClientService clients, AppContext context) {
        MapScheduler begun = planner;
        Job job = context.getJob(TypeConverter.toYarn(TypeConverter.fromYarn(context.getApplicationID())));
        if (job.isUber()) {
            return localAllocator(clients, context);
        }
        return begun == null
                ? new RMContainerAllocator(clients, context, preemption)
                : new MatchedContainerAllocator(clients, context, preemption, begun, settings.counts());
    }

    private @Nullable MapScheduler planner(AppContext context) {
        try {
            String id = context.getApplicationAttemptId().toString();
            return MapScheduler.start(
                    settings, new JobAttempt(TypeConverter.fromYarn(context.getApplicationID()), id, getConfig()));
        } catch (IOException | RuntimeException | LinkageError e) {
            LOG.error("Tiercel: Hadoop assigns all maps, because of {}", e.toString(), e);
            return null;
        }
    }

    /** As Hadoop's router makes it. */
    private LocalContainerAllocator localAllocator(ClientService clients, AppContext context) {
        try {
            MRApps.setupDistributedCacheLocal(getConfig());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new LocalContainerAllocator(
                clients, context, attempt.host(), attempt.port(), attempt.httpPort(), attempt.container());
    }

    /** Ends the planner of a job that runs in the master, too: such a job's allocator does not know it. */
    @Override
    protected void serviceStop() throws Exception {
        try {
            super.serviceStop();
        } finally {
            if (planner != null) {
                planner.close();
            }
        }
    }

    @Override
    public void notifyIsLastAMRetry(boolean last) {
        super.notifyIsLastAMRetry(last);
        if (router != null) {
            router.unregisters(last);
        }
    }

    /**
     * Hadoop's code ends the JVM here, but only if its own {@code main} has started it; else it takes itself for a test.
     */
    @Override
    public void shutDownJob() {
        super.shutDownJob();
        exit(ExitUtil.terminateCalled() ? ExitUtil.getFirstExitException().status : 0);
    }

    /** Ends the JVM; a test keeps it. */
    void exit(int status) {
        System.exit(status);
    }

    /** Hadoop's hook knows its own router only. */
    private static final class EndHook extends MRAppMasterShutdownHook {
        private final TiercelAppMaster master;

        EndHook(TiercelAppMaster master) {
            super(master);
            this.master = master;
        }

        @Override
        public void run() {
            if (master.router != null) {
                master.router.signalled();
            }
            super.run();
        }
    }

    public static void main(String[] args) {
        optionsBehindClass(args)
                .ifPresent(option -> LOG.warn(
                        "Tiercel: {} comes behind {} in {} and has no effect; options of the JVM belong in front of it",
                        option,
                        TiercelAppMaster.class.getName(),
                        MRJobConfig.MR_AM_COMMAND_OPTS));
        Optional<MapReduceSettings> settings = Optional.empty();
        try {
            settings = settings(jobConf());
        } catch (RuntimeException | LinkageError e) {
            LOG.error("Tiercel: Hadoop's own master runs, because of {}", e.toString(), e);
        }
        if (settings.isEmpty() || !start(settings.get())) {
            MRAppMaster.main(args);
        }
    }

    /** The first option of the JVM that has become an argument. */
    static Optional<String> optionsBehindClass(String... args) {
        return Arrays.stream(args).filter(argument -> argument.startsWith("-")).findFirst();
    }

    private static JobConf jobConf() {
        JobConf conf = new JobConf(new YarnConfiguration());
        conf.addResource(new Path(MRJobConfig.JOB_CONF_FILE));
        return conf;
    }

    /** Reads the job's configuration; empty if it leaves everything to Hadoop, or cannot be read. */
    static Optional<MapReduceSettings> settings(Configuration conf) {
        MapReduceSettings settings;
        try {
            settings = MapReduceSettings.read(conf);
        } catch (ConfigException e) {
            LOG.error("Tiercel: Hadoop's own master runs, because its configuration is wrong: {}", e.getMessage());
            return Optional.empty();
        }
        if (conf.getBoolean(MRJobConfig.MAPREDUCE_JOB_CLASSLOADER, false)) {
            LOG.warn(
                    "Tiercel: Hadoop's own master runs, because of {}=true, with which ours cannot be loaded safely",
                    MRJobConfig.MAPREDUCE_JOB_CLASSLOADER);
            return Optional.empty();
        }
        return settings.containers().policy().isEngineDefault() ? Optional.empty() : Optional.of(settings);
    }

    /**
     * The steps of {@link MRAppMaster#main}, with this class in place of its own.
     *
     * @return false if classes do not fit together, and nothing has begun
     */
    private static boolean start(MapReduceSettings settings) {
        try {
            Thread.setDefaultUncaughtExceptionHandler(new YarnUncaughtExceptionHandler());
            JobConf conf = jobConf();
            String user = System.getenv(Environment.USER.name());
            TiercelAppMaster master;
            EndHook hook;
            try {
                master = prepared(settings, conf, user);
                hook = new EndHook(master);
            } catch (LinkageError e) {
                LOG.error("Tiercel: Hadoop's own master runs, because of {}", e.toString(), e);
                return false;
            }
            ShutdownHookManager.get().addShutdownHook(hook, SHUTDOWN_HOOK_PRIORITY);
            LOG.info(
                    "Tiercel: policy {} assigns maps to containers",
                    settings.containers().policy().name());
            initAndStartAppMaster(master, conf, user);
        } catch (Throwable e) {
            LOG.error("The master did not start", e);
            ExitUtil.terminate(1, e);
        }
        return true;
    }

    private static TiercelAppMaster prepared(MapReduceSettings settings, JobConf conf, String user) {
        Attempt attempt = Attempt.ofEnvironment();
        CallerContext.setCurrent(
                new CallerContext.Builder("mr_appmaster_" + attempt.container().getApplicationAttemptId()).build());
        TiercelAppMaster master = new TiercelAppMaster(settings, attempt, SystemClock.getInstance());
        MRWebAppUtil.initialize(conf);
        String properties = MRApps.getSystemPropertiesToLog(conf);
        if (properties != null) {
            LOG.info(properties);
        }
        conf.set(MRJobConfig.USER_NAME, user);
        return master;
    }
}
