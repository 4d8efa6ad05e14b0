package io.tiercel.record;

import io.tiercel.assign.CostModel;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.stream.DoubleStream;

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
        RecordedRound.Penalties penalties = round.penalties();
        double[] numbers = DoubleStream.concat(
                        DoubleStream.of(penalties.c0(), penalties.c1(), penalties.c2()),
                        round.tasks().stream().flatMapToDouble(task -> Arrays.stream(task.scores())))
                .toArray();
        double largest = Arrays.stream(numbers).reduce(1, Math::max);
        int perNumber = CostModel.UNITS_PER_SCORE % round.scale() == 0 ? CostModel.UNITS_PER_SCORE / round.scale() : 1;
        while (!areWhole(numbers, perNumber) && largest * perNumber * 10 <= MAX_COST) {
            perNumber *= 10;
        }
        return new CostUnit(perNumber);
    }

    private static boolean areWhole(double[] numbers, int perNumber) {
        return Arrays.stream(numbers)
                .map(number -> number * perNumber)
                .allMatch(units -> Math.abs(units - Math.rint(units)) <= READING_ERROR * Math.max(1, units));
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
}
