package io.tiercel.cli.doctor.check;

import io.tiercel.cli.doctor.evidence.Coordinators;
import io.tiercel.cli.doctor.evidence.Coordinators.Asked;
import io.tiercel.cli.doctor.evidence.Evidence;
import io.tiercel.coordinator.CoordinatorKeys;
import io.tiercel.security.Endpoint;
import io.tiercel.security.HadoopTls;
import io.tiercel.security.MissingKeysException;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;

/** With Kerberos: whether Tiercel has the keys that it needs. Without: who can reach a coordinator that believes every name. */
final class SecurityCheck implements Check {
    private static final List<String> PRINCIPALS =
            List.of("dfs.namenode.kerberos.principal", "dfs.datanode.kerberos.principal");

    @Override
    public String name() {
        return "security";
    }

    @Override
    public void look(Evidence evidence, Report report) {
        evidence.hadoop().value().ifPresent(conf -> {
            String authentication = conf.getTrimmed("hadoop.security.authentication", "simple");
            if (authentication.toLowerCase(Locale.ROOT).equals("kerberos")) {
                kerberos(conf, report);
            } else {
                simple(
                        conf,
                        evidence.coordinators().value().map(Coordinators::asked).orElse(List.of()),
                        report);
            }
        });
    }

    private static void kerberos(Configuration conf, Report report) {
        for (String principal : PRINCIPALS) {
            if (conf.getTrimmed(principal, "").isEmpty()) {
                report.error(
                        "hadoop.security.authentication is kerberos, and " + principal + " is not set",
                        "set it in hdfs-site.xml of NameNodes, DataNodes and clients");
            }
        }
        try {
            HadoopTls.clientTrust(conf);
            report.ok("Kerberos, and TLS with the truststore in ssl-client.xml");
        } catch (MissingKeysException e) {
            report.error(
                    message(e),
                    "set it in ssl-client.xml of HADOOP_CONF_DIR, here and on all machines that call the coordinator");
        } catch (IOException e) {
            report.error(message(e), "put that file on this machine, and on all that call the coordinator");
        }
        server(conf, report);
    }

    /** Only NameNodes have it; here it can be looked at if this is one, or if the files are the same everywhere. */
    private static void server(Configuration conf, Report report) {
        try {
            HadoopTls.serverKey(conf);
            report.ok("ssl-server.xml has the keystore of a coordinator");
        } catch (MissingKeysException e) {
            report.unchecked(
                    "the certificate of coordinators was not checked: no keystore is named on this machine",
                    "run tiercel doctor on each NameNode, or see that ssl-server.xml there has"
                            + " ssl.server.keystore.location and ssl.server.keystore.password");
        } catch (IOException e) {
            report.unchecked(
                    "the certificate of coordinators was not checked: " + message(e),
                    "run tiercel doctor on each NameNode, as its user");
        }
    }

    private static String message(IOException e) {
        return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    }

    private static void simple(Configuration conf, List<Asked> asked, Report report) {
        List<String> open = Stream.concat(
                        asked.stream()
                                .filter(each -> each.isActive() || each.isStandby())
                                .map(Asked::endpoint)
                                .filter(each -> !isLoopback(each.host()))
                                .map(Endpoint::toString),
                        Stream.of(conf.getTrimmed(CoordinatorKeys.BIND_HOST.name(), ""))
                                .filter(host -> !host.isEmpty() && !isLoopback(host)))
                .distinct()
                .toList();
        if (!open.isEmpty()) {
            report.warning(
                    "simple authentication: coordinators believe any caller's name, and other machines reach "
                            + String.join(", ", open),
                    "open that port to the cluster alone, or switch Hadoop to Kerberos: docs/security.md");
        } else if (!asked.isEmpty()
                && asked.stream().allMatch(each -> isLoopback(each.endpoint().host()))) {
            report.ok("simple authentication; the coordinator is reached on this machine alone");
        }
        String http = conf.getTrimmed(CoordinatorKeys.HTTP_ADDRESS.name(), "");
        if (!http.isEmpty() && !isLoopback(http.replaceFirst(":\\d+$", ""))) {
            report.warning(
                    CoordinatorKeys.HTTP_ADDRESS.name() + " is " + http
                            + ": everybody who reaches it sees agents and jobs",
                    "open that port to your monitoring alone");
        }
    }

    private static boolean isLoopback(String host) {
        return host.equalsIgnoreCase("localhost") || host.matches("127(\\.\\d{1,3}){3}|\\[?::1]?");
    }
}
