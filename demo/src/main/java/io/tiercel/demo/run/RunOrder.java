package io.tiercel.demo.run;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;

/** The order of the policies: shuffled once by the seed, then each round begins with the next one. */
public final class RunOrder {
    private RunOrder() {}

    /** @param round counted from 1 */
    public static List<String> order(List<String> policies, int round, long seed) {
        List<String> order = new ArrayList<>(policies);
        // Not java.util.Random: its first draws hardly differ between small seeds.
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = order.size() - 1; i > 0; i--) {
            Collections.swap(order, i, random.nextInt(i + 1));
        }
        Collections.rotate(order, 1 - round);
        return List.copyOf(order);
    }
}
