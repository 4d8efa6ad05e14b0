package io.tiercel.demo.sharedstorage;

import static io.tiercel.demo.report.ReportText.text;

import io.tiercel.model.ByteSize;
import java.time.Duration;

/**
 * The link to shared storage.
 *
 * @param bandwidth per second, for all readers together
 * @param latency from a request to the first byte of its answer
 */
public record LinkSettings(ByteSize bandwidth, Duration latency) {
    long bytesPerSecond() {
        return bandwidth.bytes();
    }

    @Override
    public String toString() {
        return bandwidth + "/s" + (latency.isZero() ? "" : text(", %d ms before each answer", latency.toMillis()));
    }
}
