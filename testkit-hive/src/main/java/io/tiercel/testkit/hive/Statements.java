package io.tiercel.testkit.hive;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import javax.management.ObjectName;
import org.apache.hadoop.hive.conf.HiveConf;
import org.apache.hadoop.hive.ql.IDriver;
import org.apache.hadoop.hive.ql.processors.CommandProcessor;
import org.apache.hadoop.hive.ql.processors.CommandProcessorException;
import org.apache.hadoop.hive.ql.processors.CommandProcessorFactory;
import org.apache.hadoop.hive.ql.session.SessionState;

/** One session of an embedded Hive, configured by the {@code hive-site.xml} on the class path. */
public final class Statements implements StatementsMBean {
    static final String NAME = "io.tiercel.testkit:type=Hive";
    private static final int ROWS_AT_A_TIME = 1000;

    private final SessionState session;

    private Statements(SessionState session) {
        this.session = session;
    }

    /** Opens the session and runs statements until the process ends. */
    public static void main(String[] args) throws Exception {
        SessionState session = SessionState.start(new HiveConf());
        ManagementFactory.getPlatformMBeanServer().registerMBean(new Statements(session), new ObjectName(NAME));
        new CountDownLatch(1).await();
    }

    @Override
    public String run(String statement) {
        SessionState.setCurrentSessionState(session);
        List<String> rows = new ArrayList<>();
        long begin = System.nanoTime();
        try {
            run(statement.strip(), rows);
        } catch (Exception | LinkageError e) {
            rows = List.of("error\t" + oneLine(String.valueOf(e.getMessage())));
        }
        double seconds = (System.nanoTime() - begin) / 1e9;
        return String.format(Locale.ROOT, "%.6f%n", seconds) + String.join("\n", rows);
    }

    private void run(String statement, List<String> rows) throws Exception {
        String[] words = statement.split("\\s+");
        CommandProcessor processor = CommandProcessorFactory.get(words, session.getConf());
        try {
            if (processor instanceof IDriver driver) {
                driver.run(statement);
                fetch(driver, rows);
            } else {
                processor.run(statement.substring(words[0].length()).strip());
            }
        } catch (CommandProcessorException e) {
            throw new IllegalStateException(e.getMessage() == null ? e.toString() : e.getMessage(), e);
        } finally {
            processor.close();
        }
    }

    private static void fetch(IDriver driver, List<String> rows) throws Exception {
        driver.setMaxRows(ROWS_AT_A_TIME);
        for (List<Object> some = new ArrayList<>(); driver.getResults(some); some.clear()) {
            some.forEach(row -> rows.add("row\t" + oneLine(row.toString())));
        }
    }

    private static String oneLine(String text) {
        return text.replace('\n', ' ').replace('\r', ' ');
    }
}
