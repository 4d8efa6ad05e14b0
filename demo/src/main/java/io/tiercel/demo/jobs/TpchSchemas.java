package io.tiercel.demo.jobs;

/** The columns of the tables, so that no job begins with a look into the files. */
public final class TpchSchemas {
    public static final String LINEITEM =
            """
            l_orderkey bigint, l_partkey bigint, l_suppkey bigint, l_linenumber int, l_quantity decimal(12,2), \
            l_extendedprice decimal(12,2), l_discount decimal(12,2), l_tax decimal(12,2), l_returnflag string, \
            l_linestatus string, l_shipdate date, l_commitdate date, l_receiptdate date, l_shipinstruct string, \
            l_shipmode string, l_comment string""";

    /**
     * In text, dates stay text: written year first they compare alike, and nobody who scans a table for a range of dates would parse
     * each of them.
     */
    public static final String LINEITEM_TEXT = LINEITEM.replace(" date", " string");

    public static final String ORDERS =
            """
            o_orderkey bigint, o_custkey bigint, o_orderstatus string, o_totalprice decimal(12,2), o_orderdate date, \
            o_orderpriority string, o_clerk string, o_shippriority int, o_comment string""";

    /** Likewise. */
    public static final String ORDERS_TEXT = ORDERS.replace(" date", " string");

    private TpchSchemas() {}
}
