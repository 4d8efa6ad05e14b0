package io.tiercel.cli.spark;

import io.tiercel.cli.spark.SparkHome.SparkProperties;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The arguments of a {@code spark-submit}, with ours put in. Arguments after the primary resource belong to the
 * application and are passed on, as are all that follow an unknown option.
 *
 * <p>Follows {@code SparkSubmitOptionParser} and {@code SparkSubmitArguments} of Spark 4: the last of a repeated option
 * counts, {@code --conf} goes before properties files, and these before {@code spark-defaults.conf}.
 */
public final class SparkSubmitLine {
    private static final String PLUGINS = "spark.plugins";
    private static final Set<String> SWITCHES = Set.of(
            "--help", "-h", "--supervise", "--usage-error", "--verbose", "-v", "--version", "--load-spark-defaults");
    private static final Set<String> WITH_VALUE = Set.of(
            """
            --archives --class --conf -c --deploy-mode --driver-class-path --driver-cores
            --driver-default-class-path --driver-java-options --driver-library-path --driver-memory
            --exclude-packages --executor-cores --executor-memory --extra-properties-file --files --jars --keytab
            --kill --master --name --num-executors --packages --principal --properties-file --proxy-user
            --py-files --queue --remote --repositories --status --total-executor-cores"""
                    .split("\\s+"));

    private final Path defaults;
    private final List<String> kept = new ArrayList<>();
    private final Map<String, String> conf = new HashMap<>();
    private final Map<String, String> options = new HashMap<>();
    private final List<String> extraPropertiesFiles = new ArrayList<>();
    private final List<String> rest;

    /** @param defaults the user's {@code spark-defaults.conf}, which need not exist */
    SparkSubmitLine(List<String> arguments, Path defaults) {
        this.defaults = defaults;
        int at = 0;
        while (at < arguments.size()) {
            int next = take(arguments, at);
            if (next == at) {
                break;
            }
            at = next;
        }
        this.rest = List.copyOf(arguments.subList(at, arguments.size()));
    }

    /** The arguments with the plugin's jar and class beside the user's own. */
    List<String> withPlugin(Path jar) {
        Map<String, String> files = properties();
        String jars =
                options.getOrDefault("--jars", conf.getOrDefault("spark.jars", files.getOrDefault("spark.jars", "")));
        String plugins = conf.getOrDefault(PLUGINS, files.getOrDefault(PLUGINS, ""));
        List<String> all = new ArrayList<>(List.of(
                "--jars", with(jars, jar.toString()), "--conf", PLUGINS + "=" + with(plugins, SparkHome.PLUGIN)));
        all.addAll(kept);
        all.addAll(rest);
        return all;
    }

    /** Takes the option at {@code at} and returns where the next one stands; {@code at} itself where the options end. */
    private int take(List<String> arguments, int at) {
        String argument = arguments.get(at);
        if (SWITCHES.contains(argument)) {
            kept.add(argument);
            options.put(argument, "");
            return at + 1;
        }
        int equals = argument.indexOf('=');
        if (argument.startsWith("--") && equals > 0 && WITH_VALUE.contains(argument.substring(0, equals))) {
            take(argument.substring(0, equals), argument.substring(equals + 1));
            return at + 1;
        }
        if (WITH_VALUE.contains(argument) && at + 1 < arguments.size()) {
            take(argument, arguments.get(at + 1));
            return at + 2;
        }
        return at;
    }

    private void take(String option, String value) {
        boolean isConf = option.equals("--conf") || option.equals("-c");
        if (isConf && value.contains("=")) {
            conf.put(value.substring(0, value.indexOf('=')), value.substring(value.indexOf('=') + 1));
        }
        if (option.equals("--extra-properties-file")) {
            extraPropertiesFiles.add(value);
        }
        options.put(option, value);
        boolean merged = option.equals("--jars") || (isConf && value.startsWith(PLUGINS + "="));
        if (!merged) {
            kept.add(option);
            kept.add(value);
        }
    }

    /** The entries of the properties files; a later file overrides an earlier one. */
    private Map<String, String> properties() {
        Map<String, String> all = new HashMap<>();
        String file = options.get("--properties-file");
        if (file == null || options.containsKey("--load-spark-defaults")) {
            all.putAll(SparkProperties.ofFile(defaults));
        }
        if (file != null) {
            all.putAll(SparkProperties.ofFile(Path.of(file)));
        }
        extraPropertiesFiles.forEach(extra -> all.putAll(SparkProperties.ofFile(Path.of(extra))));
        return all;
    }

    /** A list with commas between its values, and {@code one} behind them if it is not among them. */
    public static String with(String list, String one) {
        List<String> values = Arrays.stream(list.split(","))
                .map(String::strip)
                .filter(value -> !value.isEmpty())
                .toList();
        return values.contains(one)
                ? list
                : String.join(
                        ",", Stream.concat(values.stream(), Stream.of(one)).toList());
    }
}
