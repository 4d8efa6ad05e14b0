package io.tiercel.demo.data;

import java.time.LocalDate;

/** ISO dates by epoch day; TPC-H knows seven years of them, so that a table is cheaper than formatting. */
final class IsoDates {
    private static final LocalDate FIRST = LocalDate.of(1992, 1, 1);
    private static final LocalDate LAST = LocalDate.of(1998, 12, 31);
    private static final String[] TEXTS =
            FIRST.datesUntil(LAST.plusDays(1)).map(LocalDate::toString).toArray(String[]::new);

    private IsoDates() {}

    static String text(int epochDay) {
        return TEXTS[Math.toIntExact(epochDay - FIRST.toEpochDay())];
    }
}
