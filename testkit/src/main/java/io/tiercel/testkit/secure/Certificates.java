package io.tiercel.testkit.secure;

import io.tiercel.testkit.process.ClusterException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/** A certificate authority and a server's certificate of it, made by the JDK's keytool. */
public final class Certificates {
    static final String PASSWORD = "changeit";

    private static final List<String> STORE =
            List.of("-storetype", "PKCS12", "-storepass", PASSWORD, "-keypass", PASSWORD);

    private final Path directory;

    private Certificates(Path directory) {
        this.directory = directory;
    }

    static Certificates create(Path directory) {
        Certificates certificates = new Certificates(directory);
        certificates.keytool(
                "-genkeypair",
                "-keystore",
                certificates.authority(),
                "-alias",
                "ca",
                "-keyalg",
                "EC",
                "-groupname",
                "secp256r1",
                "-dname",
                "CN=tiercel test authority",
                "-ext",
                "bc:c",
                "-ext",
                "KeyUsage=keyCertSign",
                "-validity",
                "30");
        certificates.keytool(
                "-exportcert",
                "-keystore",
                certificates.authority(),
                "-alias",
                "ca",
                "-rfc",
                "-file",
                certificates.file("ca.pem"));
        certificates.keytool(
                "-importcert",
                "-noprompt",
                "-keystore",
                certificates.trustStore().toString(),
                "-alias",
                "ca",
                "-file",
                certificates.file("ca.pem"));
        certificates.rotate();
        return certificates;
    }

    /** A new key and certificate of the same authority, in the same file. */
    public void rotate() {
        String fresh = file("new.p12");
        String request = file("server.csr");
        String chain = file("server.pem");
        try {
            Files.deleteIfExists(Path.of(fresh));
            keytool(
                    "-genkeypair",
                    "-keystore",
                    fresh,
                    "-alias",
                    "server",
                    "-keyalg",
                    "EC",
                    "-groupname",
                    "secp256r1",
                    "-dname",
                    "CN=localhost",
                    "-validity",
                    "30");
            keytool("-certreq", "-keystore", fresh, "-alias", "server", "-file", request);
            keytool(
                    "-gencert",
                    "-keystore",
                    authority(),
                    "-alias",
                    "ca",
                    "-infile",
                    request,
                    "-outfile",
                    chain,
                    "-rfc",
                    "-ext",
                    "SAN=dns:localhost,ip:127.0.0.1,ip:127.0.1.1",
                    "-validity",
                    "30");
            Files.writeString(
                    Path.of(chain), Files.readString(Path.of(chain)) + Files.readString(Path.of(file("ca.pem"))));
            keytool("-importcert", "-noprompt", "-keystore", fresh, "-alias", "server", "-file", chain);
            Files.move(Path.of(fresh), keyStore(), StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new ClusterException("no certificate: " + e.getMessage(), e);
        }
    }

    private String authority() {
        return file("ca.p12");
    }

    public Path keyStore() {
        return directory.resolve("server.p12");
    }

    public Path trustStore() {
        return directory.resolve("trust.p12");
    }

    private String file(String name) {
        return directory.resolve(name).toString();
    }

    private void keytool(String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(List.of(arguments));
        command.addAll(STORE);
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String said = new String(process.getInputStream().readAllBytes());
            if (process.waitFor() != 0) {
                throw new ClusterException("keytool " + arguments[0] + ": " + said.strip());
            }
        } catch (IOException e) {
            throw new ClusterException("keytool: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ClusterException("keytool was interrupted", e);
        }
    }
}
