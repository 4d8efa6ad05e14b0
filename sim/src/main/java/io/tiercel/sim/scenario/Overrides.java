package io.tiercel.sim.scenario;

import io.tiercel.sim.scenario.YamlNode.Entry;
import io.tiercel.sim.scenario.YamlNode.Items;
import io.tiercel.sim.scenario.YamlNode.Mapping;
import io.tiercel.sim.scenario.YamlNode.Text;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Values that replace those of a scenario file: {@code workload.swim.file}, {@code seeds[0]}. */
final class Overrides {
    private final ScenarioSource source;
    private final String path;
    private final String text;

    private Overrides(ScenarioSource source, String path, String text) {
        this.source = source;
        this.path = path;
        this.text = text;
    }

    /** The tree with all overrides. */
    static Mapping applied(Mapping tree, Map<String, String> values, ScenarioSource source) {
        YamlNode changed = tree;
        for (Map.Entry<String, String> each : values.entrySet()) {
            List<String> steps = List.of(each.getKey().replace("[", ".[").split("\\."));
            changed = new Overrides(source, each.getKey(), each.getValue()).in(changed, steps);
        }
        return (Mapping) changed; // a step into a mapping gives a mapping
    }

    private YamlNode in(YamlNode at, List<String> steps) {
        if (steps.isEmpty()) {
            return new Text(ScenarioSource.SET, text);
        }
        String step = steps.get(0);
        List<String> rest = steps.subList(1, steps.size());
        if (at instanceof Mapping mapping && !step.startsWith("[")) {
            Map<String, Entry> entries = new LinkedHashMap<>(mapping.entries());
            Entry there = entries.get(step);
            if (there == null && !rest.isEmpty()) {
                throw nothing(step);
            }
            entries.put(step, new Entry(ScenarioSource.SET, in(there == null ? mapping : there.value(), rest)));
            return new Mapping(mapping.line(), entries);
        }
        if (at instanceof Items list && step.matches("\\[[0-9]{1,6}]")) {
            int index = Integer.parseInt(step.substring(1, step.length() - 1));
            if (index < list.items().size()) {
                List<YamlNode> items = new ArrayList<>(list.items());
                items.set(index, in(items.get(index), rest));
                return new Items(list.line(), items);
            }
        }
        throw nothing(step);
    }

    private ScenarioException nothing(String step) {
        return source.failure(ScenarioSource.SET, path, "the scenario has no " + step + " there");
    }
}
