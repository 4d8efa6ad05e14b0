package io.tiercel.hdfs.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.util.ServicePlugin;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** No error of the hidden plugin reaches a daemon. The class loader is the test's own: nothing is hidden here. */
final class HiddenPluginTest {
    private static final String JAVA = "java.specification.version";
    private static final List<String> CALLS = new ArrayList<>();

    private final String java = System.getProperty(JAVA);

    @BeforeEach
    void forget() {
        CALLS.clear();
    }

    @AfterEach
    void restore() {
        System.setProperty(JAVA, java);
    }

    private static HiddenPlugin plugin(String hiddenClass) {
        return new HiddenPlugin("part", hiddenClass) {};
    }

    private static HiddenPlugin plugin(Class<?> hiddenClass) {
        return plugin(hiddenClass.getName());
    }

    @Test
    void startsAndStopsTheHiddenPlugin() {
        HiddenPlugin plugin = plugin(Sound.class);
        plugin.start("daemon");
        plugin.stop();
        plugin.close();
        assertThat(CALLS).containsExactly("start daemon", "stop");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.8", "11", "16", "unknown"})
    void anOlderJvmRunsNoneOfIt(String version) {
        System.setProperty(JAVA, version);
        HiddenPlugin plugin = plugin(Sound.class);
        plugin.start("daemon");
        plugin.stop();
        assertThat(CALLS).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(classes = {Unlinked.class, Refusing.class, String.class, HiddenPluginTest.class})
    void errorsStayInside(Class<?> broken) {
        HiddenPlugin plugin = plugin(broken);
        assertThatNoException().isThrownBy(() -> plugin.start("daemon"));
        assertThatNoException().isThrownBy(plugin::stop);
    }

    @Test
    void aMissingClassStaysInside() {
        assertThatNoException()
                .isThrownBy(() -> plugin("io.tiercel.NoSuchClass").start("daemon"));
    }

    @ParameterizedTest
    @CsvSource({"1.8, 8", "9, 9", "17, 17", "21, 21", "'', 0", "1.x, 0"})
    void knowsTheVersionsOfJava(String specification, int feature) {
        assertThat(HiddenPlugin.feature(specification)).isEqualTo(feature);
    }

    public static class Sound implements ServicePlugin {
        @Override
        public void start(Object service) {
            CALLS.add("start " + service);
        }

        @Override
        public void stop() {
            CALLS.add("stop");
        }

        @Override
        public void close() {
            stop();
        }
    }

    /** Compiled against another Hadoop. */
    public static final class Unlinked extends Sound {
        @Override
        public void start(Object service) {
            throw new NoSuchMethodError("of another version");
        }

        @Override
        public void stop() {
            throw new NoClassDefFoundError("of another version");
        }
    }

    public static final class Refusing extends Sound {
        public Refusing() {
            throw new IllegalStateException("refused");
        }
    }
}
