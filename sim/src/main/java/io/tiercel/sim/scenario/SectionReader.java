package io.tiercel.sim.scenario;

import io.tiercel.config.EditDistance;
import io.tiercel.config.Excerpt;
import io.tiercel.sim.scenario.Section.Key;
import io.tiercel.sim.scenario.YamlParser.YamlNode;
import io.tiercel.sim.scenario.YamlParser.YamlNode.Entry;
import io.tiercel.sim.scenario.YamlParser.YamlNode.Items;
import io.tiercel.sim.scenario.YamlParser.YamlNode.Mapping;
import io.tiercel.sim.scenario.YamlParser.YamlNode.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** A mapping of a scenario file, read as its section declares. Errors name the line. */
final class SectionReader {
    private static final int FARTHEST_SUGGESTION = 3;
    private static final double WHOLE = 1L << 53;
    /** A larger count is taken for a typing error. */
    static final int MOST = 1_000_000;

    private final String file;
    private final Section section;
    private final String path;
    private final Mapping mapping;

    /**
     * @param path the keys that lead here; empty for the whole file
     * @throws ScenarioException for a key that the section does not have, or a required key that is missing
     */
    SectionReader(String file, Section section, String path, Mapping mapping) {
        this.file = file;
        this.section = section;
        this.path = path;
        this.mapping = mapping;
        mapping.entries().forEach((key, entry) -> {
            if (section.key(key).isEmpty()) {
                throw new ScenarioException(
                        file, entry.line(), path, "there is no key '" + Excerpt.of(key) + "' here" + hint(key));
            }
        });
        for (Key key : section.keys()) {
            if (key.required() && !has(key.name())) {
                throw failure("expected the key '" + key.name() + "': " + key.expected() + ", found none");
            }
        }
    }

    private String hint(String key) {
        return EditDistance.nearest(key, section.keys().stream().map(Key::name), FARTHEST_SUGGESTION)
                .map(name -> "; did you mean '" + name + "'?")
                .orElseGet(() ->
                        "; there are " + section.keys().stream().map(Key::name).collect(Collectors.joining(", ")));
    }

    boolean has(String key) {
        return mapping.entries().containsKey(key);
    }

    /** The exception for the whole mapping. */
    ScenarioException failure(String reason) {
        return new ScenarioException(file, mapping.line(), path, reason);
    }

    /** The exception for the value of a key. It names the value's line; for a list or a mapping, the line of its key. */
    ScenarioException failure(String key, String reason) {
        int line = entry(key)
                .map(entry -> entry.value() instanceof Text text ? text.line() : entry.line())
                .orElse(mapping.line());
        return new ScenarioException(file, line, below(key), reason);
    }

    void refuse(String reason, String... keys) {
        for (String key : keys) {
            if (has(key)) {
                throw failure(key, reason);
            }
        }
    }

    private String below(String key) {
        return path.isEmpty() ? key : path + "." + key;
    }

    /** Makes something of the values. A refusal becomes an exception with their line. */
    <T> T made(Supplier<T> maker) {
        try {
            return maker.get();
        } catch (IllegalArgumentException e) {
            throw failure(String.valueOf(e.getMessage()));
        }
    }

    String text(String key) {
        return value(key, text -> Optional.of(text).filter(some -> !some.isEmpty()));
    }

    Optional<String> name(String key) {
        return has(key) ? Optional.of(text(key)) : Optional.empty();
    }

    String choice(String key) {
        return value(key, text -> Optional.of(text).filter(declared(key).choices()::contains));
    }

    boolean isSet(String key) {
        return value(key, text -> Optional.of(text.equals("true")).filter(set -> set || text.equals("false")));
    }

    /** A whole number from {@code least} to {@link #MOST}. */
    int count(String key, int least) {
        double value = value(key, QuantityParser::plain);
        if (value > MOST) {
            throw failure(key, "expected at most " + MOST + ", got " + shown(key));
        }
        if (value != Math.rint(value) || value < least) {
            throw failure(key, "expected a whole number of at least " + least + ", got " + shown(key));
        }
        return (int) value;
    }

    double factor(String key) {
        return bounded(key, value(key, QuantityParser::plain));
    }

    /** Bytes. */
    long size(String key) {
        return Math.round(bounded(key, value(key, QuantityParser::size)));
    }

    /** Bytes a second. */
    double rate(String key) {
        double value = bounded(key, value(key, QuantityParser::rate));
        if (value < 1) {
            throw failure(key, "expected at least 1 B/s, got " + shown(key));
        }
        return value;
    }

    /** Nanoseconds. */
    long time(String key) {
        return Math.round(bounded(key, value(key, QuantityParser::time)));
    }

    /** Seconds a byte. */
    double cost(String key) {
        return bounded(key, value(key, QuantityParser::cost));
    }

    <N extends Number> N above0(String key, N value) {
        if (value.doubleValue() == 0) {
            throw failure(key, "expected above 0, got 0");
        }
        return value;
    }

    /** A value from 0 to the largest whole one that a double has exactly. */
    private double bounded(String key, double value) {
        if (value < 0) {
            throw failure(key, "expected at least 0, got " + shown(key));
        }
        if (value > WHOLE) {
            throw failure(key, "expected less, got " + shown(key));
        }
        return value;
    }

    private String shown(String key) {
        return entry(key)
                .map(entry -> entry.value().kind())
                .orElseGet(() -> declared(key).without().orElse("nothing"));
    }

    private <T> T value(String key, Function<String, Optional<T>> parser) {
        Key declared = declared(key);
        Optional<String> text = has(key)
                ? entry(key).map(Entry::value).filter(Text.class::isInstance).map(value -> ((Text) value).text())
                : declared.without();
        return text.flatMap(parser)
                .orElseThrow(() -> failure(key, "expected " + declared.expected() + ", got " + shown(key)));
    }

    private Key declared(String key) {
        return section.key(key).orElseThrow(() -> new IllegalStateException(section + " declares no key " + key));
    }

    private Optional<Entry> entry(String key) {
        return Optional.ofNullable(mapping.entries().get(key));
    }

    /** The section below a key that is there. */
    SectionReader section(String key, Section below) {
        return entry(key)
                .map(Entry::value)
                .filter(Mapping.class::isInstance)
                .map(inner -> new SectionReader(file, below, below(key), (Mapping) inner))
                .orElseThrow(() -> failure(key, "expected keys with values, got " + shown(key)));
    }

    /** The sections of a list; none where the key is missing. */
    List<SectionReader> sections(String key, Section below) {
        List<SectionReader> sections = new ArrayList<>();
        for (YamlNode item : items(key)) {
            String place = below(key) + "[" + sections.size() + "]";
            if (!(item instanceof Mapping inner)) {
                throw new ScenarioException(file, item.line(), place, "expected keys with values, got " + item.kind());
            }
            sections.add(new SectionReader(file, below, place, inner));
        }
        return sections;
    }

    List<SectionReader> someSections(String key, Section below) {
        List<SectionReader> sections = sections(key, below);
        if (sections.isEmpty()) {
            throw failure(key, "expected at least one, got none");
        }
        return sections;
    }

    /** The values of a list, at least one. */
    <T> List<T> texts(String key, String expected, Function<String, Optional<T>> parser) {
        List<T> values = new ArrayList<>();
        for (YamlNode item : items(key)) {
            values.add(parser.apply(item instanceof Text scalar ? scalar.text() : "")
                    .orElseThrow(() -> new ScenarioException(
                            file, item.line(), below(key), "expected " + expected + ", got " + item.kind())));
        }
        if (values.isEmpty()) {
            throw failure(key, "expected at least one, got none");
        }
        return values;
    }

    private List<YamlNode> items(String key) {
        if (!has(key)) {
            return List.of();
        }
        YamlNode value = entry(key).orElseThrow().value();
        if (value instanceof Items list) {
            return list.items();
        }
        String hint =
                value.line() == ScenarioException.SET ? "; --set replaces one value, as " + below(key) + "[0]" : "";
        throw failure(key, "expected a list, got " + shown(key) + hint);
    }
}
