package org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity;

import io.tiercel.client.ClientSettings;
import io.tiercel.config.ConfigException;
import io.tiercel.config.Settings;
import io.tiercel.security.HadoopSecurity;
import io.tiercel.yarn.CostPlacement;
import io.tiercel.yarn.Failures;
import io.tiercel.yarn.KnownPreferences;
import io.tiercel.yarn.PartitionCandidates;
import io.tiercel.yarn.PreferenceReader;
import io.tiercel.yarn.Preferring;
import io.tiercel.yarn.Queues;
import io.tiercel.yarn.RackNames;
import io.tiercel.yarn.YarnKeys;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.fica.FiCaSchedulerNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.placement.CandidateNodeSet;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.placement.CandidateNodeSetUtils;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The Capacity Scheduler with containers by cost (Trident, algorithm 3) for applications that have said what they prefer. Set it as
 * {@code yarn.resourcemanager.scheduler.class}. For all other applications, and whatever is missing or wrong, it is the Capacity
 * Scheduler. It lies in YARN's package because the method to override is package-private.
 */
@NullMarked
public class TiercelCapacityScheduler extends CapacityScheduler implements Preferring {
    private static final Logger LOG = LoggerFactory.getLogger(TiercelCapacityScheduler.class);
    private static final String PLACEMENT = YarnConfiguration.APPLICATION_PLACEMENT_TYPE_CLASS;

    private final Failures failures = new Failures();
    private volatile @Nullable Terms terms;
    private @Nullable Settings settings;
    private @Nullable PreferenceReader reader;

    @Override
    public void serviceInit(Configuration conf) throws Exception {
        attempt(() -> configure(conf));
        super.serviceInit(conf);
        if (settings != null) {
            Settings read = settings;
            attempt(() -> terms = new Terms(
                    new KnownPreferences(read.get(YarnKeys.STALE).toNanos(), System::nanoTime),
                    new Queues(read.find(YarnKeys.QUEUES)),
                    read.get(YarnKeys.C1),
                    read.get(YarnKeys.C2),
                    isAsynchronous(),
                    new RackNames()));
        }
    }

    private boolean isAsynchronous() {
        return getConfiguration()
                .getBoolean(
                        CapacitySchedulerConfiguration.SCHEDULE_ASYNCHRONOUSLY_ENABLE,
                        CapacitySchedulerConfiguration.DEFAULT_SCHEDULE_ASYNCHRONOUSLY_ENABLE);
    }

    private void configure(Configuration conf) throws ConfigException {
        Settings read = YarnKeys.ALL.read(entries(conf));
        String other = conf.get(PLACEMENT, CostPlacement.class.getName());
        if (!other.equals(CostPlacement.class.getName())) {
            LOG.warn("Tiercel: containers go as by YARN: {} names {}", PLACEMENT, other);
            return;
        }
        new CostPlacement<>(); // YARN makes them when an application asks: a class that is missing would be its error.
        settings = read;
        conf.set(PLACEMENT, other);
    }

    private interface Part {
        void run() throws ConfigException, IOException;
    }

    /** Whatever fails, YARN starts. */
    private static void attempt(Part ours) {
        try {
            ours.run();
        } catch (ConfigException e) {
            e.problems().forEach(problem -> LOG.warn("Tiercel: containers go as by YARN: {}", problem));
        } catch (IOException e) {
            LOG.error("Tiercel: containers go as by YARN: {}", e.getMessage());
        } catch (RuntimeException | LinkageError e) {
            LOG.warn("Tiercel: containers go as by YARN: {}", e.toString());
        }
    }

    private static Map<String, String> entries(Configuration conf) {
        Map<String, String> entries = new HashMap<>();
        String prefix = YarnKeys.ALL.prefix();
        // By get, which replaces variables.
        conf.getPropsWithPrefix(prefix).keySet().forEach(name -> entries.put(prefix + name, conf.get(prefix + name)));
        return entries;
    }

    @Override
    public void serviceStart() throws Exception {
        super.serviceStart();
        Settings read = settings;
        if (read != null && terms != null) {
            attempt(() -> read(read));
        }
    }

    private void read(Settings from) throws IOException {
        Optional<String> coordinator = from.find(YarnKeys.COORDINATOR);
        if (coordinator.isEmpty()) {
            LOG.info("Tiercel: containers go as by YARN: {} is not set", YarnKeys.COORDINATOR);
            return;
        }
        ClientSettings client = ClientSettings.of(
                HadoopSecurity.coordinators(getConfig(), coordinator.get()),
                HadoopSecurity.ofUser(getConfig(), UserGroupInformation.getLoginUser()));
        reader = PreferenceReader.start(client, from.get(YarnKeys.INTERVAL), terms().known());
    }

    @Override
    public void serviceStop() throws Exception {
        try {
            if (reader != null) {
                reader.close();
            }
        } finally {
            super.serviceStop();
        }
    }

    @Override
    public Terms terms() {
        Terms now = terms;
        if (now == null) {
            throw new IllegalStateException("terms: expected after the start only");
        }
        return now;
    }

    @Override
    public Failures failures() {
        return failures;
    }

    @Override
    CSAssignment allocateContainersToNode(CandidateNodeSet<FiCaSchedulerNode> candidates, boolean withHeartbeat) {
        return super.allocateContainersToNode(wide(candidates), withHeartbeat);
    }

    private CandidateNodeSet<FiCaSchedulerNode> wide(CandidateNodeSet<FiCaSchedulerNode> candidates) {
        Terms now = terms;
        if (now == null || failures.mustRest()) {
            return candidates;
        }
        try {
            FiCaSchedulerNode node = CandidateNodeSetUtils.getSingleNode(candidates);
            if (node == null || now.known().isEmpty() || isMultiNodePlacementEnabled()) {
                return candidates;
            }
            return new PartitionCandidates<>(
                    node, () -> getNodeTracker().getNodesPerPartition(node.getPartition()), this::isUp);
        } catch (RuntimeException | LinkageError | StackOverflowError e) {
            failures.add(e, "a node");
            return candidates;
        }
    }

    private boolean isUp(FiCaSchedulerNode node) {
        return node.getRMNode().getState() == NodeState.RUNNING && !shouldSkipNodeSchedule(node, this, false);
    }
}
