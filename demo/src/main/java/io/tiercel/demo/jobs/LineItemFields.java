package io.tiercel.demo.jobs;

import java.util.ArrayList;
import java.util.List;

final class LineItemFields {
    static final int ORDER = 0;
    static final int PART = 1;
    static final int SUPPLIER = 2;
    static final int NUMBER = 3;
    static final int QUANTITY = 4;
    static final int PRICE = 5;
    static final int TAX = 7;
    static final int SHIP_DATE = 10;
    static final int SHIP_MODE = 14;
    static final int COMMENT = 15;

    private static final int LINES_OF_AN_ORDER = 8;

    private LineItemFields() {}

    /** All fields up to one, and the rest. */
    static String[] fields(String line, int last) {
        return line.split("\\|", last + 2);
    }

    /** {@code 12.34} to 1234, {@code 12} to 1200. */
    static long hundredths(String decimal) {
        int point = decimal.indexOf('.');
        if (point < 0) {
            return 100 * Long.parseLong(decimal);
        }
        return Long.parseLong(decimal, 0, point, 10) * 100 + Long.parseLong(decimal, point + 1, decimal.length(), 10);
    }

    /** One number for each line of the table. */
    static long id(String[] fields) {
        return LINES_OF_AN_ORDER * Long.parseLong(fields[ORDER]) + Long.parseLong(fields[NUMBER]);
    }

    static List<String> words(String text) {
        List<String> words = new ArrayList<>();
        int from = 0;
        for (int at = 0; at <= text.length(); at++) {
            if (at == text.length() || !Character.isLetter(text.charAt(at))) {
                if (at > from) {
                    words.add(text.substring(from, at));
                }
                from = at + 1;
            }
        }
        return words;
    }
}
