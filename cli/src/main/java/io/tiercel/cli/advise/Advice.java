package io.tiercel.cli.advise;

import io.tiercel.sim.whatif.ApplicationGain;
import io.tiercel.sim.whatif.GainBounds;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The gains of all applications of a directory of event logs.
 *
 * @param applications those that would gain most first
 */
record Advice(List<AdvisedApplication> applications, List<UnreadLog> unread) {
    private static final Comparator<AdvisedApplication> BY_GAIN = Comparator.comparingDouble(
                    (AdvisedApplication each) -> each.gain().all().most())
            .thenComparingDouble(each -> each.gain().all().least())
            .reversed()
            .thenComparing(AdvisedApplication::log);

    Advice {
        applications = applications.stream().sorted(BY_GAIN).toList();
        unread = List.copyOf(unread);
    }

    /** @param log name of its file or directory */
    record AdvisedApplication(String log, ApplicationGain gain) {
        /** Its name, and its id if there is one. */
        String title() {
            String name = gain.facts().name().isEmpty() ? log : gain.facts().name();
            return gain.facts().id().isEmpty()
                    ? name
                    : name + " (" + gain.facts().id() + ")";
        }
    }

    /** A log that could not be read. */
    record UnreadLog(String log, String reason) {}

    /** A short name among the others: its id if several have its name. */
    String shortName(AdvisedApplication application) {
        String name = application.gain().facts().name();
        boolean isAlone = applications.stream()
                        .filter(each -> each.gain().facts().name().equals(name))
                        .count()
                == 1;
        String shown = isAlone ? name : application.gain().facts().id();
        return shown.isEmpty() ? application.log() : shown;
    }

    /** Those that would gain. */
    Stream<AdvisedApplication> gaining() {
        return applications.stream().filter(each -> each.gain().isVisible());
    }

    /** Those that would not. */
    Stream<AdvisedApplication> others() {
        return applications.stream().filter(each -> !each.gain().isVisible());
    }

    /** Seconds that the applications ran, added up. */
    double seconds() {
        return applications.stream()
                .mapToDouble(each -> each.gain().facts().seconds())
                .sum();
    }

    /** Seconds that could have been saved, of all applications. */
    GainBounds total() {
        return applications.stream().map(each -> each.gain().all()).reduce(GainBounds.NONE, GainBounds::plus);
    }

    /** Paths that several applications read, with how many did. */
    Map<String, Integer> sharedInputs() {
        Map<String, Integer> readers = new TreeMap<>();
        applications.forEach(each -> each.gain().reads().paths().forEach(path -> readers.merge(path, 1, Integer::sum)));
        readers.values().removeIf(count -> count < 2);
        return readers;
    }
}
