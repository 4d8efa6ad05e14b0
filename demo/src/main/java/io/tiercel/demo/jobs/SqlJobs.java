package io.tiercel.demo.jobs;

import java.util.List;

/** Queries of TPC-H, and an aggregation and joins in the manner of HiBench's OLAP queries. */
final class SqlJobs {
    private SqlJobs() {}

    static List<String> q1(InputTables tables) {
        tables.parquet("lineitem");
        return tables.sql(
                """
                SELECT l_returnflag, l_linestatus, sum(l_quantity), sum(l_extendedprice),
                       sum(l_extendedprice * (1 - l_discount)), sum(l_extendedprice * (1 - l_discount) * (1 + l_tax)),
                       avg(l_quantity), avg(l_extendedprice), avg(l_discount), count(*)
                FROM lineitem WHERE l_shipdate <= date '1998-09-02'
                GROUP BY l_returnflag, l_linestatus
                """);
    }

    static List<String> q6(InputTables tables) {
        tables.text("lineitem");
        return tables.sql(
                """
                SELECT sum(l_extendedprice * l_discount) FROM lineitem
                WHERE l_shipdate >= '1994-01-01' AND l_shipdate < '1995-01-01'
                  AND l_discount BETWEEN 0.05 AND 0.07 AND l_quantity < 24
                """);
    }

    static List<String> q12(InputTables tables) {
        tables.text("lineitem");
        tables.parquet("orders");
        return tables.sql(
                """
                SELECT l_shipmode,
                       sum(CASE WHEN o_orderpriority IN ('1-URGENT', '2-HIGH') THEN 1 ELSE 0 END),
                       sum(CASE WHEN o_orderpriority NOT IN ('1-URGENT', '2-HIGH') THEN 1 ELSE 0 END)
                FROM orders, lineitem
                WHERE o_orderkey = l_orderkey AND l_shipmode IN ('MAIL', 'SHIP')
                  AND l_commitdate < l_receiptdate AND l_shipdate < l_commitdate
                  AND l_receiptdate >= '1994-01-01' AND l_receiptdate < '1995-01-01'
                GROUP BY l_shipmode
                """);
    }

    /** In the manner of TPC-H Q13, which looks for such words in comments on orders. */
    static List<String> comments(InputTables tables) {
        tables.parquet("lineitem");
        return tables.sql(
                """
                SELECT l_shipmode, count(*), sum(length(l_comment)) FROM lineitem
                WHERE l_comment LIKE '%special%requests%' GROUP BY l_shipmode
                """);
    }

    static List<String> aggregation(InputTables tables) {
        tables.text("lineitem");
        return tables.sql("SELECT l_suppkey, sum(l_extendedprice), count(*) FROM lineitem GROUP BY l_suppkey");
    }

    static List<String> join(InputTables tables) {
        tables.text("lineitem");
        tables.text("orders");
        return tables.sql(
                """
                SELECT o_orderpriority, count(*), sum(l_extendedprice) FROM orders, lineitem
                WHERE o_orderkey = l_orderkey AND l_shipdate >= '1994-01-01' AND l_shipdate < '1996-01-01'
                GROUP BY o_orderpriority
                """);
    }

    /** The second scan starts when the first one's rows have been hashed, filtered and sent to all executors. */
    static List<String> lateJoin(InputTables tables) {
        tables.text("lineitem");
        tables.text("orders");
        return tables.sql(
                """
                SELECT /*+ BROADCAST(chosen) */ o_orderpriority, count(*), sum(l_extendedprice)
                FROM (SELECT o_orderkey, o_orderpriority FROM orders WHERE sha2(repeat(o_comment, 256), 512) < '4') chosen, lineitem
                WHERE o_orderkey = l_orderkey
                GROUP BY o_orderpriority
                """);
    }
}
