package io.tiercel.demo.run;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;

/** The order of what is compared: shuffled once by the seed, then each round begins with the next one. */
public final class RunOrder {
    private RunOrder() {}

    public static <T> List<T> order(List<T> all, int round, long seed) {
        List<T> order = new ArrayList<>(all);
        // Not java.util.Random: its first draws hardly differ between small seeds.
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = order.size() - 1; i > 0; i--) {
            Collections.swap(order, i, random.nextInt(i + 1));
        }
        Collections.rotate(order, 1 - round);
        return List.copyOf(order);
    }
}
