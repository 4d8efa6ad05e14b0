package io.tiercel.cli.doctor.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.cli.FakeSpark;
import io.tiercel.cli.spark.SparkHome;
import io.tiercel.client.Answer;
import io.tiercel.protocol.StatusReply;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CoordinatorChecksTest {
    private static final Answer<StatusReply> ACTIVE =
            new Answer.Given<>(StatusReply.newBuilder().setVersion("1.0").build());

    @TempDir
    private Path directory;

    private static Answer<StatusReply> absent(String problem) {
        return new Answer.Absent<>("the coordinator at b:7411 " + problem);
    }

    /** As {@code CoordinatorCalls} puts what a {@code StandbyServer} says. */
    private static Answer<StatusReply> standby() {
        return absent("cannot be reached: standby: the coordinator of the active NameNode answers");
    }

    @Test
    void oneActiveAndOneInStandbyAreFine() {
        assertThat(new FakeEvidence()
                        .coordinator("a:7411", ACTIVE)
                        .coordinator("b:7411", standby())
                        .version("1.0")
                        .found(new CoordinatorCheck()))
                .containsExactly("OK coordinator a:7411 is active, version 1.0", "OK coordinator b:7411 is in standby");
        assertThat(new FakeEvidence().found(new CoordinatorCheck())).isEmpty();
    }

    @Test
    void anotherVersionIsAHint() {
        assertThat(new FakeEvidence()
                        .coordinator("a:7411", ACTIVE)
                        .version("1.1")
                        .found(new CoordinatorCheck()))
                .last()
                .asString()
                .startsWith("HINT coordinator a:7411 has version 1.0, this command 1.1");
    }

    @ParameterizedTest
    @CsvSource({
        "cannot be reached: Connection refused, start it",
        "did not answer in time, see whether that machine is up",
        "'cannot be reached: expected a coordinator there, something else answers', correct the address",
        "cannot be reached: Network closed for unknown reason; it may expect TLS, set HADOOP_CONF_DIR",
        "'cannot be reached: nosuch: Name or service not known', check the name",
        "cannot be reached: No subject alternative DNS name, docs/operations.md"
    })
    void oneThatCannotBeReachedIsAnErrorWithAFix(String problem, String fix) {
        assertThat(new FakeEvidence().coordinator("b:7411", absent(problem)).found(new CoordinatorCheck()))
                .singleElement()
                .asString()
                .startsWith("ERROR the coordinator at b:7411 " + problem + " -> " + fix);
    }

    @Test
    void theSecondThatCannotBeReachedIsAWarning() {
        assertThat(new FakeEvidence()
                        .coordinator("a:7411", ACTIVE)
                        .coordinator("b:7411", absent("did not answer in time"))
                        .found(new CoordinatorCheck()))
                .last()
                .asString()
                .startsWith("WARNING the coordinator at b:7411 did not answer in time: after a failover");
    }

    @Test
    void noneOrTwoActiveAreErrors() {
        assertThat(new FakeEvidence().coordinator("b:7411", standby()).found(new CoordinatorCheck()))
                .last()
                .asString()
                .startsWith("ERROR no coordinator is active -> name hdfs://NAMESERVICE");
        assertThat(new FakeEvidence()
                        .coordinator("a:7411", ACTIVE)
                        .coordinator("b:7411", ACTIVE)
                        .found(new CoordinatorCheck()))
                .last()
                .asString()
                .startsWith("ERROR 2 coordinators say that they are active");
    }

    @Test
    void aRefusalIsAnError() {
        assertThat(new FakeEvidence()
                        .coordinator("a:7411", new Answer.Refused<>(Answer.Reason.NOT_ALLOWED, "no token"))
                        .found(new CoordinatorCheck()))
                .singleElement()
                .asString()
                .startsWith("ERROR coordinator a:7411 refuses this user: no token");
    }

    @Test
    void namesThatDifferAreAWarning() {
        assertThat(new FakeEvidence()
                        .named("one", "a:7411,b:7411")
                        .named("two", "b:7411")
                        .named("three", "c:7411")
                        .found(new CoordinatorNamesCheck()))
                .singleElement()
                .asString()
                .startsWith("WARNING three names the coordinator c:7411, and one names a:7411,b:7411");
    }

    @Test
    void aNameThatIsNoAddressIsAnError() {
        assertThat(new FakeEvidence()
                        .misnamed("TIERCEL_COORDINATOR", "coordinator: expected HOST:PORT, got 'x'")
                        .found(new CoordinatorNamesCheck()))
                .singleElement()
                .asString()
                .startsWith("ERROR TIERCEL_COORDINATOR: coordinator: expected HOST:PORT, got 'x' -> write HOST:PORT");
    }

    @Test
    void aSparkThatIsNotToldTheCoordinatorIsAHint() throws IOException {
        FakeSpark spark = FakeSpark.in(directory).defaults("spark.plugins=" + SparkHome.PLUGIN + "\n");
        assertThat(new FakeEvidence().named("one", "a:7411").spark(spark).found(new CoordinatorNamesCheck()))
                .singleElement()
                .asString()
                .startsWith("HINT spark.tiercel.coordinator is not in ");
    }
}
