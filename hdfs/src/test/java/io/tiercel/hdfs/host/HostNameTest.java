package io.tiercel.hdfs.host;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostNameTest {
    @ParameterizedTest
    @CsvSource({
        "Node5.Example.COM., node5.example.com",
        "NODE5, node5",
        "' n1 ', n1",
        "010.001.000.005, 10.1.0.5",
        "10.1.0.5, 10.1.0.5",
        "::ffff:10.1.0.5, 10.1.0.5",
        "[2001:DB8::1], 2001:db8:0:0:0:0:0:1",
        "2001:0db8:0:0::1, 2001:db8:0:0:0:0:0:1",
        "fe80::1%eth0, fe80:0:0:0:0:0:0:1",
        "999.1.1.1, 999.1.1.1",
        "10, 10",
        "not:an:address, not:an:address",
    })
    void hasOneSpelling(String host, String canonical) {
        assertThat(HostName.canonical(host)).isEqualTo(canonical);
    }

    @ParameterizedTest
    @CsvSource({"10.1.0.5, true", "999.1.1.1, false", "node5, false", "10, false", "2001:db8::1, true", "a:b, false"})
    void knowsAnAddress(String name, boolean address) {
        assertThat(HostName.isAddress(name)).isEqualTo(address);
    }

    @ParameterizedTest
    @CsvSource({
        "10.0.0.1:9866, 10.0.0.1",
        "[2001:db8::1]:9866, 2001:db8:0:0:0:0:0:1",
        "2001:db8::1:9866, 2001:db8:0:0:0:0:0:1",
        "N1:0, n1",
        "n1, n1",
    })
    void takesThePortOff(String transferAddress, String host) {
        assertThat(HostName.ofTransferAddress(transferAddress)).isEqualTo(host);
    }

    @Test
    void shortNames() {
        assertThat(HostName.shortName("n1.east.example")).contains("n1");
        assertThat(HostName.shortName("n1")).contains("n1");
        assertThat(HostName.shortName("10.0.0.1")).isEmpty();
    }
}
