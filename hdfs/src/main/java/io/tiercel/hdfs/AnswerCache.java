package io.tiercel.hdfs;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Answers of a file system, bounded by age and by weight; the least recently used go first. Thread-safe.
 *
 * <p>Own code and not a library's cache, because the jar that users get carries nothing of third parties.
 *
 * @param <K> the question, with the user who asks: one user may see what another may not
 */
public final class AnswerCache<K, V> {
    /** An answer, and the nanosecond time of its question. */
    public record Answer<V>(V value, long askedAt) {}

    private final long timeToLiveNanos;
    private final int maxWeight;
    private final ToIntFunction<V> weigher;
    private final LinkedHashMap<K, Answer<V>> answers = new LinkedHashMap<>(16, 0.75f, true);
    private long weight;

    public AnswerCache(long timeToLiveNanos, int maxWeight, ToIntFunction<V> weigher) {
        this.timeToLiveNanos = timeToLiveNanos;
        this.maxWeight = maxWeight;
        this.weigher = weigher;
    }

    /** The answer, unless it is too old now. */
    public synchronized @Nullable Answer<V> get(K key, long now) {
        Answer<V> answer = answers.get(key);
        if (answer != null && now - answer.askedAt() >= timeToLiveNanos) {
            remove(key);
            return null;
        }
        return answer;
    }

    /** @param askedAt nanosecond time of the question: from then on the answer ages */
    public synchronized void put(K key, V value, long askedAt) {
        remove(key);
        answers.put(key, new Answer<>(value, askedAt));
        weight += weigher.applyAsInt(value);
        Iterator<Map.Entry<K, Answer<V>>> eldest = answers.entrySet().iterator();
        while (weight > maxWeight && eldest.hasNext()) {
            weight -= weigher.applyAsInt(eldest.next().getValue().value());
            eldest.remove();
        }
    }

    public synchronized void removeIf(Predicate<V> which) {
        answers.values().removeIf(answer -> {
            boolean removed = which.test(answer.value());
            if (removed) {
                weight -= weigher.applyAsInt(answer.value());
            }
            return removed;
        });
    }

    public synchronized int size() {
        return answers.size();
    }

    private void remove(K key) {
        Answer<V> answer = answers.remove(key);
        if (answer != null) {
            weight -= weigher.applyAsInt(answer.value());
        }
    }
}
