package io.tiercel.yarn;

import io.tiercel.allocate.AttemptPreferences;
import io.tiercel.allocate.AttemptPreferences.Ask;
import io.tiercel.allocate.PreferenceBook.Held;
import io.tiercel.allocate.PreferenceSize;
import io.tiercel.client.Answer;
import io.tiercel.client.ClientSettings;
import io.tiercel.client.TiercelClient;
import io.tiercel.protocol.ApplicationPreferences;
import io.tiercel.protocol.AskPreferences;
import io.tiercel.protocol.PreferencesReply;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks the coordinator for preferences again and again, in a thread of its own. */
public final class PreferenceReader implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PreferenceReader.class);

    /** After an answer, a pause of so many times as long as it took: large books cost at most 5 % of a processor. */
    private static final long PAUSE_FACTOR = 20;

    /** Longest pause. A coordinator that is slow for once is asked again soon. */
    private static final long LONGEST_PAUSE_NANOS = 1_000_000_000;

    private final KnownPreferences known;
    private final TiercelClient client;
    private final String address;
    private final ScheduledExecutorService thread;
    private long version;
    private boolean hasTold;
    private boolean hasAnswered;
    private boolean hasLeftOut;

    private PreferenceReader(ClientSettings settings, KnownPreferences known) {
        this.known = known;
        this.client = new TiercelClient(settings);
        this.address = settings.address();
        this.thread = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread made = new Thread(task, "tiercel-preferences");
            made.setDaemon(true);
            return made;
        });
    }

    /** Starts to ask; connects to nothing before it returns. */
    public static PreferenceReader start(ClientSettings settings, Duration interval, KnownPreferences known) {
        PreferenceReader reader = new PreferenceReader(settings, known);
        long nanos = Math.max(1_000_000, interval.toNanos());
        reader.thread.execute(() -> reader.askAgainAndAgain(nanos));
        return reader;
    }

    private void askAgainAndAgain(long interval) {
        long start = System.nanoTime();
        ask();
        long pause = Math.min(PAUSE_FACTOR * (System.nanoTime() - start), LONGEST_PAUSE_NANOS);
        try {
            thread.schedule(() -> askAgainAndAgain(interval), Math.max(interval, pause), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            // The ResourceManager ends.
        }
    }

    /** An exception would end the schedule. */
    private void ask() {
        try {
            Answer<PreferencesReply> answer = client.preferences(version).join();
            answer.value().ifPresent(this::take);
            tell(answer.value().isPresent(), answer.why());
        } catch (RuntimeException | Error e) {
            tell(false, e.toString());
        }
    }

    /** One line for each change. A coordinator that is older than this has no preferences: it refuses the call. */
    private void tell(boolean isAnswered, String why) {
        if (isAnswered == hasAnswered && hasTold) {
            return;
        }
        hasTold = true;
        hasAnswered = isAnswered;
        if (isAnswered) {
            LOG.info("Tiercel: containers go by preferences that the coordinator {} knows", address);
        } else {
            LOG.warn("Tiercel: containers go as by YARN until the coordinator {} answers: {}", address, why);
        }
    }

    private void take(PreferencesReply reply) {
        if (reply.getUnchanged()) {
            known.confirm();
        } else {
            List<Held> held = new ArrayList<>();
            reply.getApplicationsList().forEach(each -> bounded(each).ifPresent(held::add));
            known.replace(together(held));
        }
        version = reply.getVersion();
    }

    /** The coordinator has checked it; this process relies on nobody. One application that says too much, or nonsense, is left out. */
    private Optional<Held> bounded(ApplicationPreferences said) {
        try {
            Held held = held(said);
            Optional<String> excess = PreferenceSize.excess(held.preferences());
            excess.ifPresent(this::leftOut);
            return excess.isPresent() ? Optional.empty() : Optional.of(held);
        } catch (IllegalArgumentException e) {
            leftOut(e.getMessage());
            return Optional.empty();
        }
    }

    private List<Held> together(List<Held> held) {
        long bytes = 0;
        for (int count = 0; count < held.size(); count++) {
            bytes += PreferenceSize.bytes(held.get(count).preferences());
            if (bytes > PreferenceSize.MOST_BYTES_TOGETHER) {
                leftOut("preferences: expected at most " + PreferenceSize.MOST_BYTES_TOGETHER + " bytes together");
                return held.subList(0, count);
            }
        }
        return held;
    }

    private void leftOut(String why) {
        if (!hasLeftOut) {
            LOG.warn("Tiercel: the containers of an application go as by YARN: {}", why);
        }
        hasLeftOut = true;
    }

    private static Held held(ApplicationPreferences said) {
        return new Held(
                said.getUser(),
                new AttemptPreferences(
                        said.getApplication(),
                        said.getAttempt(),
                        said.getAsksList().stream().map(PreferenceReader::ask).toList()));
    }

    private static Ask ask(AskPreferences said) {
        Map<String, Map<Double, Integer>> scores = new HashMap<>();
        said.getPlacesList().forEach(place -> {
            Map<Double, Integer> counts = scores.computeIfAbsent(place.getPlace(), none -> new HashMap<>());
            place.getScoresList().forEach(score -> counts.merge(score.getScore(), score.getContainers(), Integer::sum));
        });
        return new Ask(said.getPriority(), said.getAllocationRequest(), scores);
    }

    @Override
    public void close() {
        thread.shutdownNow();
        client.close();
    }
}
