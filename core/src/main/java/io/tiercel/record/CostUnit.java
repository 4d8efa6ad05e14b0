package io.tiercel.record;

import io.tiercel.assign.CostModel;
import java.math.BigDecimal;

/**
 * Converts a record's decimal numbers to the whole numbers that a solver needs, and back: {@code perNumber} units to 1.
 *
 * <p>Usually that is {@link CostModel#UNITS_PER_SCORE} by the record's scale, so that a record is decided on the recorded costs. Units
 * are finer by tens where numbers have more decimals, as far as costs still fit.
 */
record CostUnit(int perNumber) {
    /** The sum of two costs must fit into an int. */
    private static final double MAX_COST = 1e9;

    /** Relative error of reading a decimal into a double. */
    private static final double READING_ERROR = 1e-12;

    static CostUnit of(RecordedRound round) {
        int perNumber = CostModel.UNITS_PER_SCORE % round.scale() == 0 ? CostModel.UNITS_PER_SCORE / round.scale() : 1;
        double largest = largest(round);
        while (!whole(round, perNumber) && largest * perNumber * 10 <= MAX_COST) {
            perNumber *= 10;
        }
        return new CostUnit(perNumber);
    }

    int units(double number) {
        return (int) Math.round(number * perNumber);
    }

    /** Units as a number of the record. The unit's only prime factors are 2 and 5, so that the quotient ends. */
    BigDecimal number(long units) {
        BigDecimal number =
                BigDecimal.valueOf(units).divide(BigDecimal.valueOf(perNumber)).stripTrailingZeros();
        return number.scale() < 0 ? number.setScale(0) : number;
    }

    private static double largest(RecordedRound round) {
        Penalties penalties = round.penalties();
        double largest = Math.max(Math.max(penalties.c0(), penalties.c1()), Math.max(penalties.c2(), 1));
        for (RecordedTask task : round.tasks()) {
            for (int i = 0; i < task.size(); i++) {
                largest = Math.max(largest, task.score(i));
            }
        }
        return largest;
    }

    private static boolean whole(RecordedRound round, int perNumber) {
        Penalties penalties = round.penalties();
        if (!whole(penalties.c0(), perNumber)
                || !whole(penalties.c1(), perNumber)
                || !whole(penalties.c2(), perNumber)) {
            return false;
        }
        for (RecordedTask task : round.tasks()) {
            for (int i = 0; i < task.size(); i++) {
                if (!whole(task.score(i), perNumber)) {
                    return false;
                }
            }
        }
        return true;
    }

    private static boolean whole(double number, int perNumber) {
        double units = number * perNumber;
        return Math.abs(units - Math.rint(units)) <= READING_ERROR * Math.max(1, units);
    }
}
