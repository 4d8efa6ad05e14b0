package io.tiercel.sim.scenario;

import io.tiercel.config.Excerpt;
import io.tiercel.sim.scenario.YamlParser.YamlNode.Entry;
import io.tiercel.sim.scenario.YamlParser.YamlNode.Items;
import io.tiercel.sim.scenario.YamlParser.YamlNode.Mapping;
import io.tiercel.sim.scenario.YamlParser.YamlNode.Text;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** Parses YAML into a tree in which every value knows its line. Scalars stay text: their meaning depends on the key. */
final class YamlParser {
    private static final int DEEPEST = 50;
    private static final String TOO_DEEP = "expected at most " + DEEPEST + " levels";
    private static final int LONGEST = 3_000_000;
    /** Aliases multiply what a short file says. */
    private static final int MOST_VALUES = 1_000_000;

    private final String file;
    private int values;

    private YamlParser(String file) {
        this.file = file;
    }

    /**
     * Parses a file of one document.
     *
     * @param overrides values that replace those in the file, by their paths: {@code workload.swim.file}, {@code seeds[0]}
     * @throws ScenarioException if it is not YAML, if a key occurs twice, or if there is nothing at a path
     */
    static Mapping parse(String text, Map<String, String> overrides, String file) {
        if (text.length() > LONGEST) {
            throw new ScenarioException(
                    file, 1, "", "expected at most " + LONGEST + " characters, got " + text.length());
        }
        LoadSettings settings = LoadSettings.builder().setLabel(file).build();
        Optional<Node> root;
        try {
            checkDepth(new Parse(settings).parseString(text), file);
            root = new Compose(settings).composeString(text);
        } catch (MarkedYamlEngineException e) {
            throw new ScenarioException(
                    file, line(e.getProblemMark()), "", "expected YAML: " + firstLine(e.getProblem()));
        } catch (YamlEngineException e) {
            throw new ScenarioException(file, 1, "", "expected YAML: " + firstLine(e.getMessage()));
        }
        YamlParser parser = new YamlParser(file);
        if (root.isPresent() && parser.value(root.get(), "", 0) instanceof Mapping mapping) {
            overrides.forEach((path, value) -> parser.override(mapping, path, value));
            return mapping;
        }
        throw new ScenarioException(file, 1, "", "expected keys with values, as 'cluster:' and 'workload:'");
    }

    /** Composing nests as deep as the text. */
    private static void checkDepth(Iterable<Event> events, String file) {
        int depth = 0;
        for (Event event : events) {
            depth += event instanceof CollectionStartEvent ? 1 : event instanceof CollectionEndEvent ? -1 : 0;
            if (depth > DEEPEST) {
                throw new ScenarioException(file, line(event.getStartMark()), "", TOO_DEEP);
            }
        }
    }

    private static String firstLine(String message) {
        return String.valueOf(message).lines().findFirst().orElse("");
    }

    private YamlNode value(Node node, String path, int depth) {
        int line = line(node.getStartMark());
        if (depth > DEEPEST) { // an anchor that contains itself would never end
            throw new ScenarioException(file, line, path, TOO_DEEP);
        }
        if (++values > MOST_VALUES) {
            throw new ScenarioException(file, line, path, "expected at most " + MOST_VALUES + " values in all");
        }
        if (node instanceof MappingNode mapping) {
            return mapping(mapping, path, depth);
        }
        if (node instanceof SequenceNode sequence) {
            List<YamlNode> items = new ArrayList<>();
            for (Node item : sequence.getValue()) {
                items.add(value(item, path + "[" + items.size() + "]", depth + 1));
            }
            return new Items(line, items);
        }
        return new Text(
                line, node instanceof ScalarNode scalar ? scalar.getValue().strip() : "");
    }

    private Mapping mapping(MappingNode node, String path, int depth) {
        Map<String, Entry> entries = new LinkedHashMap<>();
        for (NodeTuple tuple : node.getValue()) {
            int line = line(tuple.getKeyNode().getStartMark());
            if (!(tuple.getKeyNode() instanceof ScalarNode scalar)) {
                throw new ScenarioException(file, line, path, "expected a name as key");
            }
            String key = scalar.getValue();
            String below = path.isEmpty() ? key : path + "." + key;
            Entry first = entries.putIfAbsent(key, new Entry(line, value(tuple.getValueNode(), below, depth + 1)));
            if (first != null) {
                throw new ScenarioException(file, line, below, "is there already, in line " + first.line());
            }
        }
        return new Mapping(line(node.getStartMark()), entries);
    }

    private static int line(Optional<Mark> start) {
        return start.map(mark -> mark.getLine() + 1).orElse(1);
    }

    /** Replaces the value at a path. The last key may be new. */
    private void override(Mapping tree, String path, String text) {
        Text replacement = new Text(ScenarioException.SET, text);
        List<String> steps = List.of(path.replace("[", ".[").split("\\.", -1));
        if (steps.contains("")) {
            throw new ScenarioException(
                    file, ScenarioException.SET, path, "expected keys as in 'workload.files[0].size'");
        }
        YamlNode at = tree;
        for (int s = 0; s < steps.size(); s++) {
            String step = steps.get(s);
            boolean last = s == steps.size() - 1;
            if (at instanceof Mapping mapping
                    && !step.startsWith("[")
                    && (last || mapping.entries().containsKey(step))) {
                at = last ? replacement : mapping.entries().get(step).value();
                mapping.entries().put(step, new Entry(ScenarioException.SET, at));
            } else if (at instanceof Items list && index(step) < list.items().size()) {
                at = last ? replacement : list.items().get(index(step));
                list.items().set(index(step), at);
            } else {
                throw new ScenarioException(
                        file, ScenarioException.SET, path, "the scenario has no " + step + " there");
            }
        }
    }

    private static int index(String step) {
        return step.matches("\\[[0-9]{1,6}]")
                ? Integer.parseInt(step.substring(1, step.length() - 1))
                : Integer.MAX_VALUE;
    }

    /** A value of a YAML file with its line, from 1. */
    sealed interface YamlNode {
        int line();

        /** The kind of value, for messages. */
        default String kind() {
            if (this instanceof Text scalar) {
                return scalar.text().isEmpty() ? "nothing" : "'" + Excerpt.of(scalar.text()) + "'";
            }
            return this instanceof Items ? "a list" : "keys with values";
        }

        /** Keys with values, in their order. */
        record Mapping(int line, Map<String, Entry> entries) implements YamlNode {}

        /**
         * The value of a key.
         *
         * @param line of the key
         */
        record Entry(int line, YamlNode value) {}

        record Items(int line, List<YamlNode> items) implements YamlNode {}

        /** A scalar as it is written; empty for a key without a value. */
        record Text(int line, String text) implements YamlNode {}
    }
}
