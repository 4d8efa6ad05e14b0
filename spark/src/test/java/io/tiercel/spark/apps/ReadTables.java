package io.tiercel.spark.apps;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.DataFrameWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;

/**
 * Reads the same table in several formats: {@code URI of the tables, directory, passes…}. In each pass every query writes its rows, sorted,
 * to a file {@code directory/pass/format-query}. The pass {@code write} makes the tables. Waits at a {@link Gate} before each pass.
 */
public final class ReadTables {
    public static final List<String> FORMATS = List.of("parquet", "orc", "avro", "csv", "text");

    public static final int ROWS = 12_000;

    /** Files of each partition. */
    private static final int FILES = 2;

    /** Row groups and stripes: several in each file. */
    private static final String GROUP_BYTES = Integer.toString(128 << 10);

    private static final String[] FLAT = {
        "id",
        "concat('p', id % 3) as part",
        "cast(id % 1000 as int) as number",
        "cast(id as double) / 7 as ratio",
        "cast(id * 1.0001 as decimal(18, 4)) as amount",
        "timestamp_seconds(1700000000 + id) as moment",
        "date_add(date'2020-01-01', cast(id % 3000 as int)) as day",
        "if(id % 11 = 0, null, sha2(cast(id as string), 512)) as text"
    };

    private static final String[] NESTED = {
        "named_struct('depth', cast(id % 5 as int), 'inner', named_struct('name', concat('n', id), 'values', array(id, -id))) as nested",
        "map('k1', id, concat('k', id % 4 + 2), id * 2) as attributes",
        "array(named_struct('tag', concat('t', id % 9)), if(id % 4 = 0, null, named_struct('tag', 'x'))) as tags",
        "encode(sha2(concat('b', id), 256), 'UTF-8') as bytes"
    };

    private static final String CSV =
            "id long, number int, ratio double, amount decimal(18,4), moment timestamp, day date, text string";

    private static final String PREDICATE = "part <> 'p1' and id between 3000 and 9000 and number % 7 = 3";

    private final SparkSession spark;
    private final String tables;

    private ReadTables(SparkSession spark, String tables) {
        this.spark = spark;
        this.tables = tables;
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        Path directory = Path.of(args[1]);
        try (SparkSession spark = SparkSession.builder().appName("read tables").getOrCreate()) {
            ReadTables reader = new ReadTables(spark, args[0]);
            for (String pass : Arrays.copyOfRange(args, 2, args.length)) {
                new Gate(directory).pass(pass);
                if (pass.equals("write")) {
                    FORMATS.forEach(reader::write);
                } else {
                    reader.readAll(Files.createDirectory(directory.resolve(pass)));
                }
            }
        }
    }

    private static boolean isNested(String format) {
        return !format.equals("csv") && !format.equals("text");
    }

    private String name(String format) {
        return tables + "/" + format;
    }

    private void write(String format) {
        List<String> columns = new ArrayList<>(Arrays.asList(FLAT));
        if (isNested(format)) {
            columns.addAll(Arrays.asList(NESTED));
        }
        Dataset<Row> rows = spark.range(0, ROWS, 1, FILES).selectExpr(columns.toArray(String[]::new));
        if (format.equals("text")) {
            rows = rows.selectExpr("part", "concat_ws('|', id, number, text) as value");
        }
        DataFrameWriter<Row> writer = rows.write()
                .format(format)
                .partitionBy("part")
                .option("parquet.block.size", GROUP_BYTES)
                .option("orc.stripe.size", GROUP_BYTES);
        writer.save(name(format));
    }

    private void readAll(Path directory) throws IOException {
        for (String format : FORMATS) {
            for (Map.Entry<String, Dataset<Row>> query : queries(format).entrySet()) {
                List<String> rows = new ArrayList<>(query.getValue().toJSON().collectAsList());
                Collections.sort(rows);
                Files.write(directory.resolve(format + "-" + query.getKey()), rows);
            }
        }
    }

    private Map<String, Dataset<Row>> queries(String format) {
        Map<String, Dataset<Row>> queries = new LinkedHashMap<>();
        Dataset<Row> all = all(format);
        // First the narrow ones, so that a cold cache meets requests for parts of files.
        if (isNested(format)) {
            queries.put(
                    "pruned",
                    all.where(PREDICATE)
                            .where("nested.depth > 1")
                            .selectExpr("id", "nested.inner.name", "attributes['k1']", "tags[0].tag"));
        } else if (format.equals("csv")) {
            queries.put("pruned", all.where(PREDICATE).select("id", "amount"));
        } else {
            queries.put("pruned", all.where("part = 'p2' and value like '%|77|%'"));
        }
        queries.put("sums", all.groupBy("part").agg(functions.count("*"), functions.max(functions.col(last(format)))));
        queries.put("all", all);
        return queries;
    }

    private static String last(String format) {
        return format.equals("text") ? "value" : "moment";
    }

    private Dataset<Row> all(String format) {
        return format.equals("csv")
                ? spark.read().schema(CSV).csv(name(format))
                : spark.read().format(format).load(name(format));
    }
}
