package io.tiercel.cachefs.iceberg;

import io.tiercel.cachefs.CacheKeys;
import io.tiercel.cachefs.CacheSettings;
import io.tiercel.cachefs.NodeCaches;
import io.tiercel.cachefs.TestServer;
import io.tiercel.config.ConfigException;
import io.tiercel.testkit.s3.S3Server;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.CatalogProperties;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.GenericFileWriterFactory;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.deletes.PositionDelete;
import org.apache.iceberg.deletes.PositionDeleteWriter;
import org.apache.iceberg.encryption.EncryptedFiles;
import org.apache.iceberg.encryption.EncryptedOutputFile;
import org.apache.iceberg.hadoop.HadoopCatalog;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.DataWriter;
import org.apache.iceberg.types.Types;

/** Iceberg's tables on the test server, with and without a cache. */
final class Tables implements Closeable {
    static final int PAGE = 64 << 10;
    private static final int FILES = 3;
    private static final int ROWS_OF_FILE = 10_000;

    /** Of a table; one of each file is deleted. */
    static final int ROWS = FILES * (ROWS_OF_FILE - 1);

    private static final Schema SCHEMA = new Schema(
            Types.NestedField.required(1, "id", Types.LongType.get()),
            Types.NestedField.optional(2, "name", Types.StringType.get()),
            Types.NestedField.required(3, "value", Types.DoubleType.get()));

    private final HadoopCatalog catalog = new HadoopCatalog();

    /** @param properties beside those of the server */
    Tables(int port, Map<String, String> properties) {
        Configuration conf = new Configuration();
        S3Server.hadoopKeys(port).forEach(conf::set);
        conf.set("fs.s3.impl", "org.apache.hadoop.fs.s3a.S3AFileSystem");
        catalog.setConf(conf);
        Map<String, String> all = new HashMap<>(S3Server.icebergProperties(port));
        all.put(CatalogProperties.WAREHOUSE_LOCATION, "s3://" + TestServer.ICEBERG + "/warehouse");
        all.putAll(properties);
        catalog.initialize("test", all);
    }

    static Tables withoutCache(int port) {
        return new Tables(port, Map.of(CatalogProperties.FILE_IO_IMPL, "org.apache.iceberg.aws.s3.S3FileIO"));
    }

    static Map<String, String> cached(Path directory) {
        return Map.of(
                CatalogProperties.FILE_IO_IMPL,
                CachingFileIO.class.getName(),
                CacheKeys.DIRECTORY.name(),
                directory.toString(),
                CacheKeys.PAGE.name(),
                Integer.toString(PAGE));
    }

    static void flush(Path directory) throws ConfigException, InterruptedException {
        NodeCaches.of(CacheSettings.read(Map.of(CacheKeys.DIRECTORY.name(), directory.toString())))
                .orElseThrow()
                .flush();
    }

    private static TableIdentifier id(String name) {
        return TableIdentifier.of("tests", name);
    }

    Table load(String name) {
        return catalog.loadTable(id(name));
    }

    /** Makes a table of several files, with a delete in each. */
    void write(String name, FileFormat format) throws IOException {
        Table table = catalog.createTable(
                id(name), SCHEMA, PartitionSpec.unpartitioned(), Map.of(TableProperties.FORMAT_VERSION, "2"));
        GenericFileWriterFactory writers = new GenericFileWriterFactory.Builder(table)
                .dataFileFormat(format)
                .deleteFileFormat(format)
                .build();
        Random random = new Random(1);
        for (int file = 0; file < FILES; file++) {
            String location = table.locationProvider().newDataLocation(format.addExtension(name + "-" + file));
            DataWriter<Record> rows = writers.newDataWriter(out(table, location), table.spec(), null);
            try (rows) {
                for (int row = 0; row < ROWS_OF_FILE; row++) {
                    Record record = GenericRecord.create(SCHEMA);
                    record.setField("id", (long) file * ROWS_OF_FILE + row);
                    record.setField("name", row % 7 == 0 ? null : Long.toString(random.nextLong(), 36));
                    record.setField("value", random.nextDouble());
                    rows.write(record);
                }
            }
            table.newRowDelta()
                    .addRows(rows.toDataFile())
                    .addDeletes(delete(table, writers, format, location, file))
                    .commit();
        }
    }

    private static DeleteFile delete(
            Table table, GenericFileWriterFactory writers, FileFormat format, String of, int row) throws IOException {
        String location = table.locationProvider().newDataLocation(format.addExtension("deletes-" + row));
        PositionDeleteWriter<Record> deletes =
                writers.newPositionDeleteWriter(out(table, location), table.spec(), null);
        try (deletes) {
            deletes.write(PositionDelete.<Record>create().set(of, row));
        }
        return deletes.toDeleteFile();
    }

    private static EncryptedOutputFile out(Table table, String location) {
        return EncryptedFiles.plainAsEncryptedOutput(table.io().newOutputFile(location));
    }

    List<String> rows(String name) throws IOException {
        return rows(load(name));
    }

    static List<String> rows(Table table) throws IOException {
        List<String> rows = new ArrayList<>();
        try (CloseableIterable<Record> records = IcebergGenerics.read(table).build()) {
            records.forEach(record -> rows.add(record.toString()));
        }
        rows.sort(null); // Files come in any order.
        return rows;
    }

    @Override
    public void close() throws IOException {
        catalog.close();
    }
}
