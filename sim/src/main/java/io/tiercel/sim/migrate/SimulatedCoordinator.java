package io.tiercel.sim.migrate;

import io.tiercel.cache.EvictionPolicy;
import io.tiercel.migrate.JobRegistry.HintRequest;
import io.tiercel.migrate.JobRegistry.Read;
import io.tiercel.migrate.Migrations;
import io.tiercel.migrate.bind.MigrationBinder;
import io.tiercel.migrate.bind.PendingMigration;
import io.tiercel.migrate.ledger.BlockState;
import io.tiercel.migrate.ledger.DeviceId;
import io.tiercel.migrate.ledger.EvictionMode;
import io.tiercel.migrate.ledger.HintMark;
import io.tiercel.migrate.ledger.JobId;
import io.tiercel.migrate.status.AgentStatus;
import io.tiercel.model.BlockId;
import io.tiercel.model.Tier;
import io.tiercel.sim.cluster.Cluster;
import io.tiercel.sim.cluster.Device;
import io.tiercel.sim.cluster.Node;
import io.tiercel.sim.engine.Engine;
import io.tiercel.sim.migrate.MigrationService.MigrationListener;
import io.tiercel.sim.migrate.PrefetchSpec.AgentSpec;
import io.tiercel.sim.storage.Storage;
import io.tiercel.sim.storage.StoredBlock;
import io.tiercel.sim.storage.StoredReplica;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** The coordinator of a simulated cluster with an agent on each node: it forwards calls to {@link Migrations} at simulated times. */
public final class SimulatedCoordinator implements MigrationService {
    private final SimulatedAgent.Context around;
    private final double secondsToBegin;
    private final long budget;
    private final List<SimulatedAgent> agents = new ArrayList<>();

    /**
     * @param eviction orders unclaimed blocks
     * @param seed of the binder's random choices
     */
    public SimulatedCoordinator(
            Engine engine,
            Cluster cluster,
            Storage storage,
            AgentSpec spec,
            long budget,
            EvictionPolicy eviction,
            MigrationListener listener,
            long seed) {
        Migrations migrations = new Migrations(
                spec.settings(),
                MigrationBinder.named(spec.binder(), seed),
                eviction::age,
                (block, state, device) -> changed(state, device),
                0);
        this.secondsToBegin = spec.pollInterval() / 2.0 / Engine.SECOND;
        this.budget = budget;
        this.around = new SimulatedAgent.Context(engine, cluster, storage, migrations, new HashMap<>(), listener);
        for (Node node : cluster.nodes()) {
            SimulatedAgent agent = new SimulatedAgent(around, node, spec.pollInterval(), spec.yields());
            agents.add(agent);
            agent.join(budget);
        }
    }

    /** An agent learns of evictions at its next heartbeat, even if it has nothing else to do. */
    private void changed(BlockState state, DeviceId device) {
        if (state == BlockState.LEAVING) {
            agent(device).wake();
        }
    }

    private SimulatedAgent agent(DeviceId device) {
        return agents.get(node(device));
    }

    private static int node(DeviceId device) {
        return Integer.parseInt(device.agent().substring(SimulatedAgent.name(0).length() - 1));
    }

    /** {@inheritDoc} The replica that is expected first is migrated. */
    @Override
    public void hint(String job, List<Request> blocks) {
        List<PendingMigration> wanted = new ArrayList<>();
        for (Request each : blocks) {
            StoredBlock block = each.block();
            if (block.replicas().stream().noneMatch(replica -> replica.tier() == Tier.MEMORY)) {
                around.blocks().put(SimulatedAgent.Context.id(block), block);
                List<DeviceId> devices = block.replicas().stream()
                        .filter(StoredReplica::isListed)
                        .map(this::device)
                        .toList();
                wanted.add(new PendingMigration(SimulatedAgent.Context.id(block), block.bytes(), devices));
            }
        }
        if (!wanted.isEmpty()) {
            around.migrations()
                    .jobs()
                    .hint(
                            new HintRequest(
                                    JobId.of(job),
                                    Optional.empty(),
                                    wanted,
                                    EvictionMode.IMPLICIT,
                                    Long.MAX_VALUE,
                                    HintMark.at(around.now())),
                            around.now());
            agents.forEach(SimulatedAgent::wake);
        }
    }

    @Override
    public void takeBack(String job, List<StoredBlock> blocks) {
        List<BlockId> waiting = blocks.stream()
                .map(SimulatedAgent.Context::id)
                .filter(id -> around.migrations()
                        .views()
                        .status(id, around.now())
                        .filter(status -> status.state() == BlockState.PENDING)
                        .isPresent())
                .toList();
        around.migrations().jobs().release(JobId.of(job), waiting, around.now());
    }

    private DeviceId device(StoredReplica replica) {
        int node = replica.node();
        return new DeviceId(SimulatedAgent.name(node), agents.get(node).deviceOf(replica));
    }

    /** {@inheritDoc} A migration that has not ended comes too late. */
    @Override
    public void begun(String job, StoredBlock block) {
        around.migrations()
                .jobs()
                .read(
                        JobId.of(job),
                        new Read(SimulatedAgent.Context.id(block), false, HintMark.at(around.now())),
                        around.now());
    }

    @Override
    public void read(String job, StoredBlock block) {
        around.migrations()
                .jobs()
                .read(
                        JobId.of(job),
                        new Read(SimulatedAgent.Context.id(block), true, HintMark.at(around.now())),
                        around.now());
    }

    @Override
    public List<Device> sources(StoredBlock block) {
        return block.replicas().stream()
                .filter(StoredReplica::isListed)
                .map(StoredReplica::device)
                .toList();
    }

    @Override
    public boolean shares() {
        return false;
    }

    @Override
    public double secondsToBegin() {
        return secondsToBegin;
    }

    @Override
    public void release(String job) {
        around.migrations().jobs().release(JobId.of(job), around.now());
    }

    @Override
    public OptionalInt boundTo(StoredBlock block) {
        BlockId id = SimulatedAgent.Context.id(block);
        return around.migrations()
                .views()
                .target(id)
                .map(device -> OptionalInt.of(node(device)))
                .orElse(OptionalInt.empty());
    }

    /** {@inheritDoc} A lost node may hold nothing. */
    @Override
    public List<AgentStatus> agents() {
        Map<String, AgentStatus> byName = new HashMap<>();
        around.migrations().views().agents(around.now()).forEach(agent -> byName.put(agent.agent(), agent));
        return around.cluster().nodes().stream()
                .map(node -> byName.computeIfAbsent(
                        SimulatedAgent.name(node.index()), lost -> SimulatedAgent.idle(node, 0, 0)))
                .toList();
    }

    @Override
    public void nodeFailed(int node) {
        agents.get(node).fail();
    }

    /** {@inheritDoc} Its blocks are migrated elsewhere. */
    @Override
    public void nodeLost(int node) {
        agents.get(node).markLost();
    }

    @Override
    public void nodeReturned(int node) {
        agents.get(node).restore(budget);
    }

    @Override
    public List<Double> expectedIn(List<StoredBlock> blocks) {
        return around
                .migrations()
                .views()
                .expectedIn(blocks.stream().map(SimulatedAgent.Context::id).toList(), around.now())
                .stream()
                .map(nanos -> nanos / Engine.SECOND)
                .toList();
    }

    @Override
    public boolean isBringingIn(List<StoredBlock> blocks) {
        List<Double> expected = expectedIn(blocks);
        for (int b = 0; b < blocks.size(); b++) {
            boolean comes = expected.get(b) > 0 && expected.get(b) < Double.POSITIVE_INFINITY;
            if (comes && !around.migrations().views().waitsForRoom(SimulatedAgent.Context.id(blocks.get(b)))) {
                return true;
            }
        }
        return false;
    }
}
