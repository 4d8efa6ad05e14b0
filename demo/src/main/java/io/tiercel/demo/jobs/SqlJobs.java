package io.tiercel.demo.jobs;

import java.util.List;

/** An aggregation and a join in the manner of HiBench's OLAP queries. */
final class SqlJobs {
    private SqlJobs() {}

    static List<String> aggregation(InputTables tables) {
        tables.text("lineitem", TpchSchemas.LINEITEM_TEXT).createOrReplaceTempView("lineitem");
        return tables.sql("SELECT l_suppkey, sum(l_extendedprice), count(*) FROM lineitem GROUP BY l_suppkey");
    }

    static List<String> join(InputTables tables) {
        tables.text("lineitem", TpchSchemas.LINEITEM_TEXT).createOrReplaceTempView("lineitem");
        tables.text("orders", TpchSchemas.ORDERS_TEXT).createOrReplaceTempView("orders");
        return tables.sql(
                """
                SELECT o_orderpriority, count(*), sum(l_extendedprice) FROM orders, lineitem
                WHERE o_orderkey = l_orderkey AND l_shipdate >= '1994-01-01' AND l_shipdate < '1996-01-01'
                GROUP BY o_orderpriority
                """);
    }

    /** The second scan starts when the first one's rows have been hashed, filtered and sent to all executors. */
    static List<String> lateJoin(InputTables tables) {
        tables.text("lineitem", TpchSchemas.LINEITEM_TEXT).createOrReplaceTempView("lineitem");
        tables.text("orders", TpchSchemas.ORDERS_TEXT).createOrReplaceTempView("orders");
        return tables.sql(
                """
                SELECT /*+ BROADCAST(chosen) */ o_orderpriority, count(*), sum(l_extendedprice)
                FROM (SELECT o_orderkey, o_orderpriority FROM orders WHERE sha2(repeat(o_comment, 256), 512) < '4') chosen, lineitem
                WHERE o_orderkey = l_orderkey
                GROUP BY o_orderpriority
                """);
    }
}
