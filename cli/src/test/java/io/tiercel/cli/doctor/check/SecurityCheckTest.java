package io.tiercel.cli.doctor.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.client.Answer;
import io.tiercel.protocol.StatusReply;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecurityCheckTest {
    private static final Answer<StatusReply> ACTIVE = new Answer.Given<>(StatusReply.getDefaultInstance());

    private static FakeEvidence kerberos() {
        return new FakeEvidence()
                .key("hadoop.security.authentication", "kerberos")
                .key("dfs.namenode.kerberos.principal", "nn/_HOST@R")
                .key("dfs.datanode.kerberos.principal", "dn/_HOST@R");
    }

    @ParameterizedTest
    @ValueSource(strings = {"nn.example.org:7411", "192.168.1.1:7411"})
    void namesAreBelievedByWhoeverAnswersOthers(String address) {
        assertThat(new FakeEvidence().coordinator(address, ACTIVE).found(new SecurityCheck()))
                .singleElement()
                .asString()
                .startsWith("WARNING simple authentication: coordinators believe any caller's name")
                .contains(address, "-> open that port to the cluster alone");
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1:7411", "localhost:7411", "[::1]:7411"})
    void onThisMachineAloneItIsFine(String address) {
        assertThat(new FakeEvidence().coordinator(address, ACTIVE).found(new SecurityCheck()))
                .singleElement()
                .asString()
                .startsWith("OK simple authentication");
    }

    /** Whether others reach it is unknown; that it does not answer is found by another check. */
    @Test
    void ofOneThatDoesNotAnswerNothingIsSaid() {
        assertThat(new FakeEvidence()
                        .coordinator("nn.example.org:7411", new Answer.Absent<>("connection refused"))
                        .found(new SecurityCheck()))
                .isEmpty();
    }

    @Test
    void withoutACoordinatorThereIsNothingToProtect() {
        assertThat(new FakeEvidence().found(new SecurityCheck())).isEmpty();
    }

    @Test
    void addressesThatOthersReachAreNamed() {
        assertThat(new FakeEvidence()
                        .key("tiercel.coordinator.bind-host", "0.0.0.0")
                        .key("tiercel.coordinator.http-address", "0.0.0.0:7412")
                        .found(new SecurityCheck()))
                .satisfiesExactly(
                        first -> assertThat(first)
                                .startsWith("WARNING simple authentication")
                                .contains("0.0.0.0"),
                        second -> assertThat(second)
                                .startsWith("WARNING tiercel.coordinator.http-address is 0.0.0.0:7412"));
    }

    @Test
    void withKerberosKeysOfTlsMustBeThere() {
        assertThat(kerberos().found(new SecurityCheck()))
                .anySatisfy(line -> assertThat(line)
                        .startsWith("ERROR TLS is needed")
                        .contains("ssl.client.truststore.location", "-> set it in ssl-client.xml"))
                .anySatisfy(line -> assertThat(line)
                        .startsWith("UNCHECKED the certificate of coordinators was not checked")
                        .contains("ssl.server.keystore.location"));
    }

    @Test
    void withKerberosAFileThatIsNamedMustBeThere() {
        assertThat(kerberos()
                        .key("ssl.client.truststore.location", "/no/such/truststore.jks")
                        .found(new SecurityCheck()))
                .anySatisfy(line -> assertThat(line)
                        .startsWith("ERROR cannot read /no/such/truststore.jks")
                        .contains("-> put that file on this machine"));
    }

    @Test
    void withKerberosPrincipalsMustBeThere() {
        assertThat(new FakeEvidence()
                        .key("hadoop.security.authentication", "kerberos")
                        .found(new SecurityCheck()))
                .anySatisfy(line -> assertThat(line)
                        .startsWith(
                                "ERROR hadoop.security.authentication is kerberos, and dfs.namenode.kerberos.principal"
                                        + " is not set"))
                .anySatisfy(line -> assertThat(line).contains("dfs.datanode.kerberos.principal is not set"));
    }
}
