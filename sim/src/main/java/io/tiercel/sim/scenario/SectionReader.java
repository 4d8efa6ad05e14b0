package io.tiercel.sim.scenario;

import io.tiercel.config.EditDistance;
import io.tiercel.sim.scenario.YamlNode.Entry;
import io.tiercel.sim.scenario.YamlNode.Items;
import io.tiercel.sim.scenario.YamlNode.Mapping;
import io.tiercel.sim.scenario.YamlNode.Text;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** A mapping of a scenario file, read as its section declares. Errors name the line. */
final class SectionReader {
    private static final int FARTHEST_SUGGESTION = 3;
    private static final double WHOLE = 1L << 53;

    private final ScenarioSource source;
    private final Section section;
    private final String path;
    private final Mapping mapping;

    /**
     * @param path the keys that lead here; empty for the whole file
     * @throws ScenarioException for a key that the section does not have, or a required key that is missing
     */
    SectionReader(ScenarioSource source, Section section, String path, Mapping mapping) {
        this.source = source;
        this.section = section;
        this.path = path;
        this.mapping = mapping;
        mapping.entries().forEach((key, entry) -> {
            if (section.key(key).isEmpty()) {
                throw source.failure(entry.line(), path, "there is no key '" + key + "' here" + hint(key));
            }
        });
        for (ScenarioKey key : section.keys()) {
            if (!key.optional() && !has(key.name())) {
                throw source.failure(
                        mapping.line(),
                        path,
                        "expected the key '" + key.name() + "': " + expected(key) + ", found none");
            }
        }
    }

    private String hint(String key) {
        return section.keys().stream()
                .map(ScenarioKey::name)
                .min(Comparator.comparingInt(name -> EditDistance.between(key, name)))
                .filter(name -> EditDistance.between(key, name) <= FARTHEST_SUGGESTION)
                .map(name -> "; did you mean '" + name + "'?")
                .orElseGet(() -> "; there are "
                        + section.keys().stream().map(ScenarioKey::name).collect(Collectors.joining(", ")));
    }

    private static String expected(ScenarioKey key) {
        return key.choices().isEmpty() ? key.kind().text() : "one of " + String.join(", ", key.choices());
    }

    boolean has(String key) {
        return mapping.entries().containsKey(key);
    }

    /** The exception for the whole mapping. */
    ScenarioException failure(String reason) {
        return source.failure(mapping.line(), path, reason);
    }

    /** The exception for the value of a key. */
    ScenarioException failure(String key, String reason) {
        Entry entry = mapping.entries().get(key);
        return source.failure(entry == null ? mapping.line() : line(entry), below(key), reason);
    }

    /** The line of a value; of a long list or mapping, the line of its key. */
    private static int line(Entry entry) {
        return entry.value() instanceof Text ? entry.value().line() : entry.line();
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
        return value(key, text -> switch (text) {
            case "true" -> Optional.of(true);
            case "false" -> Optional.of(false);
            default -> Optional.empty();
        });
    }

    /** A whole number of at least {@code least}. */
    int count(String key, int least) {
        double value = number(key, QuantityParser::plain);
        if (value != Math.rint(value) || value < least || value > Integer.MAX_VALUE) {
            throw failure(key, "expected a whole number of at least " + least + ", got " + shown(key));
        }
        return (int) value;
    }

    double factor(String key) {
        return notNegative(key, number(key, QuantityParser::plain));
    }

    /** Bytes. */
    long size(String key) {
        return whole(key, number(key, QuantityParser::size));
    }

    /** Bytes a second. */
    double rate(String key) {
        double value = number(key, QuantityParser::rate);
        if (value <= 0) {
            throw failure(key, "expected above 0, got " + shown(key));
        }
        return value;
    }

    /** Nanoseconds. */
    long time(String key) {
        return whole(key, number(key, QuantityParser::time));
    }

    /** Seconds a byte. */
    double cost(String key) {
        return notNegative(key, number(key, QuantityParser::cost));
    }

    private double notNegative(String key, double value) {
        if (value < 0) {
            throw failure(key, "expected at least 0, got " + shown(key));
        }
        return value;
    }

    private long whole(String key, double value) {
        if (notNegative(key, value) > WHOLE) {
            throw failure(key, "expected less, got " + shown(key));
        }
        return Math.round(value);
    }

    private double number(String key, Function<String, OptionalDouble> parser) {
        return value(key, text -> parser.apply(text).stream().boxed().findFirst());
    }

    private String shown(String key) {
        Entry entry = mapping.entries().get(key);
        return entry == null
                ? declared(key).without().orElse("nothing")
                : entry.value().kind();
    }

    private <T> T value(String key, Function<String, Optional<T>> parser) {
        ScenarioKey declared = declared(key);
        Entry entry = mapping.entries().get(key);
        Optional<String> text = entry == null
                ? declared.without()
                : entry.value() instanceof Text scalar ? Optional.of(scalar.text()) : Optional.empty();
        return text.flatMap(parser)
                .orElseThrow(() -> failure(key, "expected " + expected(declared) + ", got " + shown(key)));
    }

    private ScenarioKey declared(String key) {
        return section.key(key).orElseThrow(() -> new IllegalStateException(section + " declares no key " + key));
    }

    /** The section below a key. */
    SectionReader section(String key, Section below) {
        Entry entry = entry(key);
        if (entry.value() instanceof Mapping inner) {
            return new SectionReader(source, below, below(key), inner);
        }
        throw failure(key, "expected keys with values, got " + entry.value().kind());
    }

    private Entry entry(String key) {
        Entry entry = mapping.entries().get(key);
        if (entry == null) {
            throw failure("expected the key '" + key + "', found none");
        }
        return entry;
    }

    /** The sections of a list; none where the key is missing. */
    List<SectionReader> sections(String key, Section below) {
        List<SectionReader> sections = new ArrayList<>();
        List<YamlNode> items = items(key);
        for (int i = 0; i < items.size(); i++) {
            String place = below(key) + "[" + i + "]";
            if (!(items.get(i) instanceof Mapping inner)) {
                throw source.failure(
                        items.get(i).line(),
                        place,
                        "expected keys with values, got " + items.get(i).kind());
            }
            sections.add(new SectionReader(source, below, place, inner));
        }
        return sections;
    }

    /** The values of a list, at least one. */
    <T> List<T> texts(String key, String expected, Function<String, Optional<T>> parser) {
        List<T> values = new ArrayList<>();
        List<YamlNode> items = items(key);
        if (items.isEmpty()) {
            throw failure(key, "expected at least one, got none");
        }
        for (YamlNode item : items) {
            String text = item instanceof Text scalar ? scalar.text() : "";
            values.add(parser.apply(text)
                    .orElseThrow(() ->
                            source.failure(item.line(), below(key), "expected " + expected + ", got " + item.kind())));
        }
        return values;
    }

    private List<YamlNode> items(String key) {
        Entry entry = mapping.entries().get(key);
        if (entry == null) {
            return List.of();
        }
        if (entry.value() instanceof Items list) {
            return list.items();
        }
        throw failure(key, "expected a list, got " + entry.value().kind());
    }

    Map<String, Entry> entries() {
        return mapping.entries();
    }
}
