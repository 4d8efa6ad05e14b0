package io.tiercel.cli.doctor.evidence;

import io.tiercel.cli.doctor.evidence.Coordinators.Asked;
import io.tiercel.cli.doctor.evidence.Coordinators.Named;
import io.tiercel.cli.memory.CallerSecurity;
import io.tiercel.client.Answer;
import io.tiercel.client.ClientSettings;
import io.tiercel.client.TiercelClient;
import io.tiercel.hdfs.HadoopKeys;
import io.tiercel.protocol.StatusReply;
import io.tiercel.security.ChannelSecurity;
import io.tiercel.security.Endpoint;
import io.tiercel.security.HadoopSecurity;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.conf.Configuration;

/** Finds who names coordinators, and asks those of the first name that can be read, all at once. Takes as long as one call may: some seconds. */
public final class CoordinatorSurvey {
    private static final List<String> HADOOPS_KEYS =
            List.of(HadoopSecurity.ADDRESS, "tiercel.agent.coordinator", HadoopKeys.COORDINATOR.name());

    private static final String SPARKS_KEY = "spark.tiercel.coordinator";

    private CoordinatorSurvey() {}

    /**
     * @param named by the user: the option or variable, and its value
     * @param conf Hadoop's, in HADOOP_CONF_DIR, or Hadoop's defaults without it
     */
    public static Seen<Coordinators> of(
            Map<String, String> named,
            Configuration conf,
            Optional<SparkInstallation> spark,
            Map<String, String> environment) {
        Map<String, String> texts = new LinkedHashMap<>(named);
        HADOOPS_KEYS.forEach(key -> {
            String value = conf.getTrimmed(key, "");
            if (!value.isEmpty()) {
                texts.put(key + " in HADOOP_CONF_DIR", value);
            }
        });
        spark.ifPresent(found -> {
            String value = found.defaults().getOrDefault(SPARKS_KEY, "");
            if (!value.isEmpty()) {
                texts.put(SPARKS_KEY + " in " + found.home().defaults(), value);
            }
        });
        if (texts.isEmpty()) {
            return Seen.unnamed(
                    "coordinator, agents, memory and scores were not checked: nobody names a coordinator",
                    "if you have one: --coordinator HOST:PORT; placement by SSD and HDD needs none");
        }
        List<Named> names = new ArrayList<>();
        texts.forEach((source, text) -> names.add(named(source, text, conf)));
        List<Endpoint> endpoints = names.stream()
                .map(Named::endpoints)
                .filter(each -> !each.isEmpty())
                .findFirst()
                .orElse(List.of());
        try {
            return Seen.of(new Coordinators(names, ask(endpoints, CallerSecurity.of(conf, environment))));
        } catch (IOException | IllegalArgumentException e) {
            return Seen.broken(
                    "coordinator, agents and memory were not checked: " + e.getMessage(),
                    "docs/security.md, 'Set it up', lists what is needed");
        }
    }

    private static Named named(String source, String text, Configuration conf) {
        try {
            return new Named(source, text, HadoopSecurity.coordinators(conf, text), "");
        } catch (IllegalArgumentException e) {
            return new Named(source, text, List.of(), String.valueOf(e.getMessage()));
        }
    }

    private static List<Asked> ask(List<Endpoint> endpoints, ChannelSecurity security) {
        List<TiercelClient> clients = endpoints.stream()
                .map(endpoint -> new TiercelClient(ClientSettings.of(List.of(endpoint), security)))
                .toList();
        try {
            List<CompletableFuture<Answer<StatusReply>>> answers =
                    clients.stream().map(TiercelClient::status).toList();
            List<Asked> asked = new ArrayList<>();
            for (int i = 0; i < endpoints.size(); i++) {
                asked.add(new Asked(endpoints.get(i), answers.get(i).join()));
            }
            return asked;
        } finally {
            clients.forEach(TiercelClient::close);
        }
    }
}
