package io.tiercel.sim.scenario;

import io.tiercel.sim.scenario.YamlNode.Entry;
import io.tiercel.sim.scenario.YamlNode.Items;
import io.tiercel.sim.scenario.YamlNode.Mapping;
import io.tiercel.sim.scenario.YamlNode.Text;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
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

    private final ScenarioSource source;

    private YamlParser(ScenarioSource source) {
        this.source = source;
    }

    /**
     * Parses a file of one document.
     *
     * @throws ScenarioException if it is not YAML, or if a key occurs twice
     */
    static Mapping parse(String text, ScenarioSource source) {
        LoadSettings settings = LoadSettings.builder().setLabel(source.file()).build();
        Optional<Node> root;
        try {
            root = new Compose(settings).composeString(text);
        } catch (MarkedYamlEngineException e) {
            int line = e.getProblemMark().map(mark -> mark.getLine() + 1).orElse(1);
            throw source.failure(line, "", "expected YAML: " + firstLine(e.getProblem()));
        } catch (YamlEngineException e) {
            throw source.failure(1, "", "expected YAML: " + firstLine(e.getMessage()));
        }
        if (root.isPresent() && new YamlParser(source).value(root.get(), "", 0) instanceof Mapping mapping) {
            return mapping;
        }
        throw source.failure(1, "", "expected keys with values, as 'cluster:' and 'workload:'");
    }

    private static String firstLine(String message) {
        return String.valueOf(message).lines().findFirst().orElse("");
    }

    private YamlNode value(Node node, String path, int depth) {
        int line = line(node);
        if (depth > DEEPEST) { // an anchor that contains itself would never end
            throw source.failure(line, path, "expected at most " + DEEPEST + " levels");
        }
        if (node instanceof MappingNode mapping) {
            return mapping(mapping, path, depth);
        }
        if (node instanceof SequenceNode sequence) {
            List<YamlNode> items = new ArrayList<>();
            for (Node item : sequence.getValue()) {
                items.add(value(item, path + "[" + items.size() + "]", depth + 1));
            }
            return new Items(line, List.copyOf(items));
        }
        return new Text(
                line, node instanceof ScalarNode scalar ? scalar.getValue().strip() : "");
    }

    private Mapping mapping(MappingNode node, String path, int depth) {
        Map<String, Entry> entries = new LinkedHashMap<>();
        for (NodeTuple tuple : node.getValue()) {
            int line = line(tuple.getKeyNode());
            if (!(tuple.getKeyNode() instanceof ScalarNode scalar)) {
                throw source.failure(line, path, "expected a name as key");
            }
            String key = scalar.getValue();
            String below = path.isEmpty() ? key : path + "." + key;
            Entry first = entries.putIfAbsent(key, new Entry(line, value(tuple.getValueNode(), below, depth + 1)));
            if (first != null) {
                throw source.failure(line, below, "is there already, in line " + first.line());
            }
        }
        return new Mapping(line(node), entries);
    }

    private static int line(Node node) {
        return node.getStartMark().map(mark -> mark.getLine() + 1).orElse(1);
    }
}
