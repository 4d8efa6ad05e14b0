package io.tiercel.cachefs.iceberg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import io.tiercel.cachefs.CacheKeys;
import io.tiercel.cachefs.SettledCaches;
import io.tiercel.cachefs.TestServer;
import io.tiercel.testkit.s3.SharedLink;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.SerializableTable;
import org.apache.iceberg.Table;
import org.apache.iceberg.hadoop.HadoopConfigurable;
import org.apache.iceberg.hadoop.SerializableConfiguration;
import org.apache.iceberg.io.FileIO;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.objenesis.strategy.StdInstantiatorStrategy;

/** Rows of Iceberg's tables through the cache, and where their bytes come from. */
@ExtendWith(SettledCaches.class)
final class CachedTablesIT {
    private static Tables stock;

    @TempDir
    private Path directory;

    private SharedLink link;

    @BeforeAll
    static void write() throws IOException {
        stock = Tables.withoutCache(TestServer.get().port());
        for (FileFormat format : formats().toList()) {
            stock.write(name(format), format);
        }
    }

    @AfterAll
    static void close() throws IOException {
        stock.close();
    }

    @BeforeEach
    void open() {
        link = SharedLink.to(TestServer.get().port(), 0);
    }

    @AfterEach
    void closeLink() {
        link.close();
    }

    private static Stream<FileFormat> formats() {
        return Stream.of(FileFormat.PARQUET, FileFormat.ORC, FileFormat.AVRO);
    }

    private static String name(FileFormat format) {
        return "table_" + format.name().toLowerCase(Locale.ROOT);
    }

    private Tables cached() {
        return new Tables(link.port(), Tables.cached(directory));
    }

    private List<Path> pages() throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(file -> file.getFileName().toString().matches("[0-9a-f]{64}-\\d+"))
                    .toList();
        }
    }

    /** Another catalog each time: nothing but the cache is left of the one before. */
    private List<String> rows(FileFormat format) throws Exception {
        List<String> rows;
        try (Tables tables = cached()) {
            rows = tables.rows(name(format));
        }
        Tables.flush(directory);
        return rows;
    }

    @ParameterizedTest
    @EnumSource(names = {"PARQUET", "ORC", "AVRO"})
    void rowsAreTheSameAndASecondReadGetsNothingFromS3(FileFormat format) throws Exception {
        List<String> expected = stock.rows(name(format));
        assertThat(expected).hasSize(Tables.ROWS);

        assertThat(rows(format)).isEqualTo(expected);
        long gets = link.gets();
        long bytes = link.bytes();
        assertThat(rows(format)).isEqualTo(expected);
        assertThat(link.gets()).isEqualTo(gets);
        assertThat(link.bytes() - bytes).isLessThan(100_000);
    }

    /** The figures of docs/shared-storage.md. 13 files are read: a list of manifests, six of these, three of data, three of deletes. */
    @ParameterizedTest
    @CsvSource({"PARQUET, 25, 4, 13", "ORC, 31, 4, 16", "AVRO, 22, 7, 19"})
    void requestsOfAScan(FileFormat format, int stockGets, int stockHeads, int heads) throws Exception {
        try (Tables alone = Tables.withoutCache(link.port())) {
            assertThat(requests(alone, format)).containsExactly(stockGets, stockHeads);
        }
        Map<String, String> properties = new HashMap<>(Tables.cached(directory));
        properties.put(CacheKeys.PAGE.name(), "1m");
        try (Tables cold = new Tables(link.port(), properties)) {
            assertThat(requests(cold, format)).containsExactly(13, heads);
        }
        Tables.flush(directory);
        try (Tables warm = new Tables(link.port(), properties)) {
            assertThat(requests(warm, format)).containsExactly(0, heads);
        }
        properties.put(CacheKeys.RECHECK.name(), "10min");
        try (Tables patient = new Tables(link.port(), properties)) {
            assertThat(requests(patient, format)).containsExactly(0, 13);
            assertThat(requests(patient, format)).containsExactly(0, 0);
        }
    }

    /** GETs and HEADs of a scan, without those that load the table. */
    private List<Integer> requests(Tables tables, FileFormat format) throws IOException {
        Table table = tables.load(name(format));
        long gets = link.gets();
        long heads = link.heads();
        Tables.rows(table);
        return List.of(Math.toIntExact(link.gets() - gets), Math.toIntExact(link.heads() - heads));
    }

    @Test
    void damagedPagesAreReadFromS3() throws Exception {
        List<String> expected = rows(FileFormat.PARQUET);
        List<Path> pages = pages();
        for (int page = 0; page < pages.size(); page++) {
            byte[] bytes = Files.readAllBytes(pages.get(page));
            bytes[page * 97 % bytes.length] ^= 4;
            Files.write(pages.get(page), bytes);
        }
        long gets = link.gets();
        assertThat(rows(FileFormat.PARQUET)).isEqualTo(expected);
        assertThat(link.gets()).isGreaterThan(gets);
        long again = link.gets();
        assertThat(rows(FileFormat.PARQUET)).isEqualTo(expected);
        assertThat(link.gets()).isEqualTo(again);
    }

    @Test
    void aDirectoryThatCannotBeUsedIsNoError() throws Exception {
        Path file = Files.writeString(directory.resolve("file"), "in the way");
        try (Tables tables = new Tables(link.port(), Tables.cached(file))) {
            assertThat(tables.rows(name(FileFormat.PARQUET))).isEqualTo(stock.rows(name(FileFormat.PARQUET)));
        }
    }

    @Test
    void aWrongKeyIsNoError() throws Exception {
        Map<String, String> properties = new HashMap<>(Tables.cached(directory));
        properties.put("tiercel.cache.bugdet", "1g");
        try (Tables tables = new Tables(link.port(), properties)) {
            assertThat(tables.rows(name(FileFormat.PARQUET))).isEqualTo(stock.rows(name(FileFormat.PARQUET)));
        }
        assertThat(pages()).isEmpty();
    }

    @Test
    void whoseRequestIsRefusedGetsNoCachedByte() throws Exception {
        rows(FileFormat.PARQUET);
        try (Tables tables = cached()) {
            Table table = tables.load(name(FileFormat.PARQUET));
            link.forbidAfter(0);
            assertThatThrownBy(() -> Tables.rows(table)).hasStackTraceContaining("403");
            link.forbidAfter(Long.MAX_VALUE);
            assertThat(Tables.rows(table)).isEqualTo(stock.rows(name(FileFormat.PARQUET)));
        }
    }

    @Test
    void throttlingAndCutConnectionsAreS3FileIOsToMend() throws Exception {
        List<String> expected = stock.rows(name(FileFormat.PARQUET));
        link.refuse(2);
        assertThat(rows(FileFormat.PARQUET)).isEqualTo(expected);
        for (Path page : pages()) {
            Files.delete(page);
        }
        link.cut(2);
        assertThat(rows(FileFormat.PARQUET)).isEqualTo(expected);
    }

    /** As Spark sends a table to its executors, by either serializer. */
    @Test
    void aTableThatIsSentElsewhereReadsThroughTheCache() throws Exception {
        List<String> expected = rows(FileFormat.PARQUET);
        try (Tables tables = cached()) {
            Table table = tables.load(name(FileFormat.PARQUET));
            assertThat(Tables.rows(table)).isEqualTo(expected); // Its FileIO has been used.
            long gets = link.gets();
            assertThat(Tables.rows(byJava(SerializableTable.copyOf(table)))).isEqualTo(expected);
            FileIO io = byKryo(confined(table.io()));
            String metadata = SerializableTable.copyOf(table).currentSnapshot().manifestListLocation();
            assertThat(io.newInputFile(metadata).newStream().readAllBytes()).isNotEmpty();
            assertThat(link.gets()).isEqualTo(gets);
            io.close();
        }
    }

    private static FileIO confined(FileIO io) {
        ((HadoopConfigurable) io).serializeConfWith(SerializableConfiguration::new);
        return io;
    }

    @SuppressWarnings("unchecked")
    private static <T> T byJava(T object) throws IOException, ClassNotFoundException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(object);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            return (T) in.readObject();
        }
    }

    @SuppressWarnings("unchecked")
    private static <T> T byKryo(T object) {
        Kryo kryo = new Kryo();
        kryo.setInstantiatorStrategy(new Kryo.DefaultInstantiatorStrategy(new StdInstantiatorStrategy()));
        kryo.addDefaultSerializer(AtomicBoolean.class, new JavaSerializer()); // Spark's Kryo has one for it.
        try (Output out = new Output(1 << 16, -1)) {
            kryo.writeClassAndObject(out, object);
            return (T) kryo.readClassAndObject(new Input(out.toBytes()));
        }
    }
}
