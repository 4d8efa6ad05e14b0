package io.tiercel.suites.client;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Two connections to one Spark Thrift server. It prints a line {@code answer <what> <value>} for each result.
 *
 * <ol>
 *   <li>One makes tables of Hive, over text that is there and over Parquet that it writes.
 *   <li>Both read at once.
 *   <li>The first starts a query of long tasks in pool {@code batch}. When it runs, the second reads in pool {@code interactive}.
 * </ol>
 *
 * <p>Arguments: the URL of the server; folders as the server sees them: of text with a number a line, and one to write to.
 */
public final class JdbcClient {
    /** A system property of the server that the tasks of the long query set. */
    private static final String BEGAN = "io.tiercel.suites.began";

    private static final long LIMIT_NANOS = 60_000_000_000L;

    private final Connection one;
    private final Connection two;
    private final ExecutorService other;

    private JdbcClient(Connection one, Connection two, ExecutorService other) {
        this.one = one;
        this.two = two;
        this.other = other;
    }

    public static void main(String[] args) throws Exception {
        ExecutorService other = Executors.newSingleThreadExecutor();
        try (Connection one = DriverManager.getConnection(args[0], "anna", "");
                Connection two = DriverManager.getConnection(args[0], "ben", "")) {
            new JdbcClient(one, two, other).run(args[1], args[2]);
        } finally {
            other.shutdownNow();
        }
    }

    private void run(String text, String output) throws Exception {
        update(one, "CREATE EXTERNAL TABLE lines (value STRING) STORED AS TEXTFILE LOCATION '" + text + "'");
        update(one, "CREATE EXTERNAL TABLE numbers (amount BIGINT) STORED AS PARQUET LOCATION '" + output + "'");
        update(one, "INSERT INTO numbers SELECT CAST(value AS BIGINT) FROM lines");
        update(two, "SET spark.tiercel.policy=stock");
        Future<String> lines = later(() -> first(one, "SELECT sum(CAST(value AS BIGINT)) FROM lines"));
        answer("parquet", first(two, "SELECT sum(amount) FROM numbers"));
        answer("text", lines.get());

        update(one, "SET spark.sql.thriftserver.scheduler.pool=batch");
        update(two, "SET spark.sql.thriftserver.scheduler.pool=interactive");
        Future<String> batch = later(() -> first(
                one,
                "SELECT count(concat(began, slept)) FROM (SELECT"
                        + " java_method('java.lang.System', 'setProperty', '" + BEGAN + "', value) AS began,"
                        + " java_method('java.lang.Thread', 'sleep', 500L) AS slept"
                        + " FROM lines WHERE value % 500 = 0)"));
        awaitStart(batch);
        answer("interactive", first(two, "SELECT sum(amount) FROM numbers"));
        answer("batch", batch.get());
    }

    private void awaitStart(Future<String> query) throws SQLException {
        long end = System.nanoTime() + LIMIT_NANOS;
        while (first(two, "SELECT java_method('java.lang.System', 'getProperty', '" + BEGAN + "', 'no')")
                .equals("no")) {
            if (query.isDone() || System.nanoTime() > end) {
                throw new IllegalStateException("expected a task of the long query");
            }
        }
    }

    private <T> Future<T> later(Callable<T> action) {
        return other.submit(action);
    }

    private static void update(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static String first(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return String.valueOf(rows.getString(1));
        }
    }

    private static void answer(String what, Object value) {
        System.out.println("answer " + what + " " + value);
    }
}
