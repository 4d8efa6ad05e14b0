package io.tiercel.record;

import io.tiercel.assign.CostModel;

/** Checks the numbers of a decision record. Failures name their place in it, as {@code tasks[3][0]}. */
final class RecordChecks {
    private RecordChecks() {}

    static void check(RecordedRound round) {
        if (round.scale() < 1 || round.scale() > RecordedRound.MAX_SCALE) {
            throw bad("scale", "a whole number from 1 to " + RecordedRound.MAX_SCALE, round.scale());
        }
        checkNodes(round.racks(), round.slots());
        double most = CostModel.MAX_SCORE * round.scale();
        checkScore("c1", round.penalties().c1(), most);
        checkScore("c2", round.penalties().c2(), most);
        checkScore("c0", round.penalties().c0(), most);
        for (int t = 0; t < round.tasks().size(); t++) {
            RecordedTask task = round.tasks().get(t);
            for (int i = 0; i < task.size(); i++) {
                if (task.node(i) < 0 || task.node(i) >= round.nodes()) {
                    throw bad(location(t, i), "a node from 0 to " + (round.nodes() - 1), task.node(i));
                }
                // The name is built only on failure: a record may hold some hundred thousand scores.
                if (!inRange(task.score(i), most)) {
                    checkScore(location(t, i), task.score(i), most);
                }
            }
        }
    }

    private static void checkNodes(int[] racks, int[] slots) {
        if (racks.length != slots.length) {
            throw bad("slots", "as many as racks (" + racks.length + ")", slots.length);
        }
        long total = 0;
        for (int node = 0; node < racks.length; node++) {
            if (racks[node] < 0) {
                throw bad("racks[" + node + "]", "a rack of at least 0", racks[node]);
            }
            if (slots[node] < 0) {
                throw bad("slots[" + node + "]", "at least 0", slots[node]);
            }
            total += slots[node];
        }
        if (total > Integer.MAX_VALUE) {
            throw bad("slots", "at most " + Integer.MAX_VALUE + " in all", total);
        }
    }

    private static void checkScore(String what, double score, double most) {
        if (!inRange(score, most)) {
            throw bad(what, "a number from 0 to " + (long) most, score);
        }
    }

    private static boolean inRange(double score, double most) {
        return score >= 0 && score <= most;
    }

    private static String location(int task, int i) {
        return "tasks[" + task + "][" + i + "]";
    }

    private static IllegalArgumentException bad(String what, String expected, Number got) {
        String number = got.doubleValue() == got.longValue() ? Long.toString(got.longValue()) : got.toString();
        return new IllegalArgumentException(what + ": expected " + expected + ", got " + number);
    }
}
