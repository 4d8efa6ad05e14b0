package io.tiercel.demo.jobs;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.StringJoiner;
import java.util.stream.IntStream;
import org.apache.spark.sql.Row;
import org.jspecify.annotations.Nullable;

/** The fingerprint of a job's result, whatever the order of its rows: their number, and SHA-256 of them sorted, in hexadecimal digits. */
public record ResultDigest(int rows, String sha256) {
    public static ResultDigest of(List<String> rows) {
        MessageDigest digest = newSha256();
        rows.stream().sorted().forEach(row -> {
            digest.update(row.getBytes(StandardCharsets.UTF_8));
            digest.update((byte) '\n');
        });
        return new ResultDigest(rows.size(), HexFormat.of().formatHex(digest.digest()));
    }

    /** A row as text: decimals exactly and with their scale, floating-point numbers bit by bit. */
    static String text(Row row) {
        StringJoiner fields = new StringJoiner("|");
        IntStream.range(0, row.length()).mapToObj(i -> field(row.get(i))).forEach(fields::add);
        return fields.toString();
    }

    private static String field(@Nullable Object value) {
        if (value instanceof BigDecimal decimal) {
            return decimal.toPlainString();
        }
        if (value instanceof Double number) {
            return Double.toHexString(number);
        }
        return String.valueOf(value);
    }

    private static MessageDigest newSha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
