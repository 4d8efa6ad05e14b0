package io.tiercel.cli.doctor.check;

import io.tiercel.cli.FakeSpark;
import io.tiercel.cli.doctor.evidence.Coordinators;
import io.tiercel.cli.doctor.evidence.Coordinators.Asked;
import io.tiercel.cli.doctor.evidence.Coordinators.Named;
import io.tiercel.cli.doctor.evidence.Evidence;
import io.tiercel.cli.doctor.evidence.Seen;
import io.tiercel.cli.doctor.evidence.SparkInstallation;
import io.tiercel.client.Answer;
import io.tiercel.hdfs.probe.ClusterFacts;
import io.tiercel.hdfs.probe.Fact;
import io.tiercel.protocol.AgentState;
import io.tiercel.protocol.DeviceState;
import io.tiercel.protocol.StatusReply;
import io.tiercel.security.Endpoint;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/** A cluster as a test wants it to be seen; without anything until the test says so. */
final class FakeEvidence {
    private final Map<String, String> environment = new HashMap<>();
    private final Configuration conf = new Configuration(false);
    private final List<Fact> facts = new ArrayList<>();
    private final List<Named> names = new ArrayList<>();
    private final List<Asked> asked = new ArrayList<>();
    private final StatusReply.Builder status = StatusReply.newBuilder();
    private Optional<String> version = Optional.empty();
    private Optional<String> master = Optional.empty();
    private Seen<SparkInstallation> spark = Seen.unnamed("no Spark", "name one");
    private boolean hasStatus;

    static AgentState.Builder agent(String host) {
        return AgentState.newBuilder().setNode("uuid-" + host).setHost(host).setAlive(true);
    }

    static DeviceState.Builder device(String storageType, double bytesPerSecond) {
        return DeviceState.newBuilder().setStorageType(storageType).setFullBytesPerSecond(bytesPerSecond);
    }

    FakeEvidence spark(FakeSpark fake) {
        spark = SparkInstallation.in(fake.environment());
        return this;
    }

    FakeEvidence master(String named) {
        master = Optional.of(named);
        return this;
    }

    FakeEvidence version(String own) {
        version = Optional.of(own);
        return this;
    }

    FakeEvidence environment(String variable, String value) {
        environment.put(variable, value);
        return this;
    }

    FakeEvidence key(String key, String value) {
        conf.set(key, value);
        return this;
    }

    FakeEvidence fact(Fact.Kind kind, Object... fields) {
        facts.add(new Fact(kind, Arrays.stream(fields).map(Object::toString).toList()));
        return this;
    }

    FakeEvidence coordinator(String address, Answer<StatusReply> answer) {
        asked.add(new Asked(Endpoint.parse(address).get(0), answer));
        return this;
    }

    FakeEvidence named(String source, String text) {
        names.add(new Named(source, text, Endpoint.parse(text), ""));
        return this;
    }

    FakeEvidence misnamed(String source, String problem) {
        names.add(new Named(source, "?", List.of(), problem));
        return this;
    }

    /** Adds one active coordinator, of that version. */
    FakeEvidence coordinatorVersion(String its) {
        status.setVersion(its);
        hasStatus = true;
        return this;
    }

    FakeEvidence agents(AgentState.Builder... agents) {
        Arrays.stream(agents).forEach(status::addAgents);
        hasStatus = true;
        return this;
    }

    Evidence build() {
        List<Asked> all = new ArrayList<>(asked);
        if (hasStatus) {
            Endpoint local = Endpoint.parse("127.0.0.1:7411").get(0);
            all.add(new Asked(local, new Answer.Given<>(status.build())));
        }
        return new Evidence(
                version,
                environment,
                master,
                spark,
                Seen.of(conf),
                facts.isEmpty() ? Seen.unnamed("no HDFS", "name one") : Seen.of(new ClusterFacts(facts)),
                all.isEmpty() && names.isEmpty()
                        ? Seen.unnamed("no coordinator", "name one")
                        : Seen.of(new Coordinators(names, all)));
    }

    /** Runs a check. One line for each finding: level, text and fix. */
    List<String> found(Check check) {
        return Checks.findings(check, build()).stream()
                .map(finding -> finding.level() + " " + finding.text()
                        + (finding.fix().isEmpty() ? "" : " -> " + finding.fix()))
                .toList();
    }
}
