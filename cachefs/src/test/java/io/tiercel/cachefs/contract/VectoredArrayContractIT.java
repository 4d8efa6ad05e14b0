package io.tiercel.cachefs.contract;

import java.util.List;
import org.junit.jupiter.api.Tag;

/** The suite of vectored reads into arrays, in all modes. */
@Tag("slow")
final class VectoredArrayContractIT extends VectoredContractIT {
    VectoredArrayContractIT(String bufferAndMode) {
        super(bufferAndMode);
    }

    public static List<String> params() {
        return modes("array").toList();
    }
}
