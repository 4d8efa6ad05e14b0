package io.tiercel.cli.mapreduce;

import io.tiercel.cli.CommandFailure;
import io.tiercel.cli.HadoopFile;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;

/**
 * A command of Hadoop that is to submit jobs with our master: its command line, and its environment with a directory of configuration like
 * the user's, except for {@code mapred-site.xml}. Options on the command line would be easier, but not all programs take them, and the
 * others would take them for paths.
 *
 * <p>The master's own machine has the last word. Its command line asks the shell whether the jar is in the container's directory, and names
 * our class only then: a class that is missing would fail the job.
 */
public final class JobClient implements AutoCloseable {
    private static final String MASTER = "org.apache.hadoop.mapreduce.v2.app.TiercelAppMaster";
    private static final String OPTIONS = "yarn.app.mapreduce.am.command-opts";
    private static final String DEFAULT_OPTIONS = "-Xmx1024m";
    private static final String OPENS = "mapreduce.jvm.add-opens-as-default";

    /** NodeManagers replace it by the options that their JDK needs. */
    private static final String ADD_OPENS = "<ADD_OPENS>";

    private static final String JARS = "tmpjars";
    private static final String CLASS_LOADER = "mapreduce.job.classloader";
    private static final String CONF_DIR = "HADOOP_CONF_DIR";
    private static final String YARN_CONF_DIR = "YARN_CONF_DIR";
    private static final String SITE = "mapred-site.xml";

    /** Jobs read it after {@link #SITE}. */
    private static final String YARN_SITE = "yarn-site.xml";

    /** Says why jobs cannot have our master. */
    public static final class NotPossible extends Exception {
        private static final long serialVersionUID = 1L;

        NotPossible(String reason) {
            super(reason);
        }
    }

    private final List<String> warnings = new ArrayList<>();
    private final Path directory;
    private final List<String> command;
    private final Map<String, String> environment = new HashMap<>();

    /**
     * Writes the directory of configuration.
     *
     * @param environment ours, which says where the user's configuration is
     * @param jar ours
     * @param keys further ones for the jobs
     * @throws NotPossible if the jobs should run as they are
     */
    public JobClient(Map<String, String> environment, Path jar, Map<String, String> keys, List<String> command)
            throws NotPossible {
        Path users = configuration(environment);
        Configuration site = new Configuration(false);
        add(site, users.resolve(SITE));
        keys.forEach(site::set);
        warnIfOverridden(users.resolve(YARN_SITE), keys.keySet());
        switchOn(site, jar);
        this.command = withJar(command, jar);
        command.stream()
                .filter(argument -> argument.contains(OPTIONS + "=") && !argument.contains(MASTER))
                .findFirst()
                .map(argument -> argument
                        + " overrides our master; pass it to tiercel mapreduce with -D before --, without a class")
                .ifPresent(warnings::add);
        try {
            this.directory = Files.createTempDirectory("tiercel-mapreduce");
            write(site, users);
            this.environment.put(CONF_DIR, directory.toString());
            // An older name, which Hadoop's scripts still prefer.
            if (environment.containsKey(YARN_CONF_DIR)) {
                this.environment.put(YARN_CONF_DIR, directory.toString());
            }
        } catch (IOException e) {
            throw new NotPossible("the configuration cannot be written: " + e.getMessage());
        }
    }

    private static Path configuration(Map<String, String> environment) throws NotPossible {
        String named = environment.getOrDefault(CONF_DIR, "");
        String home = environment.getOrDefault("HADOOP_HOME", "");
        if (named.isBlank() && home.isBlank()) {
            throw new NotPossible("expected " + CONF_DIR + " or HADOOP_HOME in the environment, found neither");
        }
        Path directory = named.isBlank() ? Path.of(home, "etc", "hadoop") : Path.of(named);
        if (!Files.isDirectory(directory)) {
            throw new NotPossible(CONF_DIR + ": expected a directory, there is none: " + directory);
        }
        String ofYarn = environment.getOrDefault(YARN_CONF_DIR, "");
        if (!ofYarn.isBlank()
                && !Path.of(ofYarn)
                        .toAbsolutePath()
                        .normalize()
                        .equals(directory.toAbsolutePath().normalize())) {
            throw new NotPossible(
                    YARN_CONF_DIR + ": expected the same directory as for Hadoop, " + directory + ", got " + ofYarn);
        }
        return directory.toAbsolutePath();
    }

    private static void switchOn(Configuration site, Path jar) throws NotPossible {
        if (site.getBoolean(CLASS_LOADER, false)) {
            throw new NotPossible(CLASS_LOADER + "=true, with which our master cannot be loaded safely");
        }
        String options = Optional.ofNullable(site.getRaw(OPTIONS)).orElse(DEFAULT_OPTIONS);
        if (!options.contains(MASTER)) {
            // Hadoop appends it, and behind our class it would be an argument.
            String opens = site.getBoolean(OPENS, false) && !options.contains(ADD_OPENS) ? " " + ADD_OPENS : "";
            site.set(
                    OPTIONS,
                    options + opens + " " + classIfThere(jar.getFileName().toString()));
        }
        site.set(JARS, with(Optional.ofNullable(site.getRaw(JARS)).orElse(""), jar));
    }

    /** Hadoop puts jars of a job into the container's directory, or into one below it. */
    static String classIfThere(String jar) {
        return "$(for j in " + jar + " */" + jar + "; do test -e $j && echo " + MASTER + " && break; done)";
    }

    private static String with(String jars, Path jar) {
        Set<String> all = new LinkedHashSet<>();
        if (!jars.isBlank()) {
            all.addAll(List.of(jars.split(",")));
        }
        all.add(jar.toUri().toString());
        return String.join(",", all);
    }

    /** Jars on the command line take the place of those in the configuration. */
    private static List<String> withJar(List<String> command, Path jar) {
        List<String> all = new ArrayList<>(command);
        for (int i = 0; i + 1 < all.size(); i++) {
            if (all.get(i).equals("-libjars")) {
                all.set(i + 1, with(all.get(i + 1), jar));
            }
        }
        return List.copyOf(all);
    }

    private void write(Configuration site, Path users) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(users)) {
            for (Path file : files) {
                if (!file.getFileName().toString().equals(SITE)) {
                    Files.createSymbolicLink(directory.resolve(file.getFileName()), file);
                }
            }
        }
        try (OutputStream out = Files.newOutputStream(directory.resolve(SITE))) {
            site.writeXml(out);
        }
    }

    /** The command line, with our jar beside those on it. */
    public List<String> command() {
        return command;
    }

    /** Variables that the command's environment has beside ours. */
    public Map<String, String> environment() {
        return Map.copyOf(environment);
    }

    /** One line if an option of the command brings Hadoop's master back, and one for each key that a file overrides. */
    List<String> warnings() {
        return List.copyOf(warnings);
    }

    private void warnIfOverridden(Path file, Set<String> keys) throws NotPossible {
        Configuration later = new Configuration(false);
        add(later, file);
        keys.stream()
                .filter(key -> later.getRaw(key) != null)
                .map(key -> file + ": " + key + " is set there too, and jobs use that value")
                .forEach(warnings::add);
    }

    private static void add(Configuration conf, Path file) throws NotPossible {
        try {
            HadoopFile.add(conf, file);
        } catch (CommandFailure e) {
            throw new NotPossible(String.valueOf(e.getMessage()));
        }
    }

    @Override
    public void close() {
        try (Stream<Path> all = Files.walk(directory)) {
            all.sorted(Comparator.reverseOrder()).forEach(each -> each.toFile().delete());
        } catch (IOException | UncheckedIOException e) {
            // A directory of links stays behind, which harms nobody.
        }
    }
}
