package io.tiercel.testkit.hive;

/** How another process runs statements. */
public interface StatementsMBean {
    /**
     * Runs a statement of HiveQL, or a command of Hive such as {@code set}.
     *
     * @return one line with the seconds that it took, then a line {@code row <columns>} for each row, or a line {@code error <why>};
     *     the words are separated by tabs
     */
    String run(String statement);
}
