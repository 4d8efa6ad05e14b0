package io.tiercel.coordinator;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.tiercel.config.ConfigException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Keys are read, or refused all in one list. Keys of other programs are read in the same way. */
class SettingsFuzzTest {
    private static final List<String> NAMES =
            CoordinatorKeys.ALL.keys().stream().map(Object::toString).toList();

    @FuzzTest(maxDuration = "5s")
    void keysAreReadOrRefused(FuzzedDataProvider data) {
        Map<String, String> entries = new HashMap<>();
        for (int count = data.consumeInt(0, 8); count > 0; count--) {
            String name = data.consumeBoolean()
                    ? data.pickValue(NAMES)
                    : "tiercel.coordinator." + data.consumeAsciiString(20);
            entries.put(name, data.consumeString(30));
        }
        try {
            CoordinatorSettings.read(entries);
        } catch (ConfigException e) {
            if (e.problems().isEmpty()) {
                throw new AssertionError("refused without a reason", e);
            }
        }
    }
}
