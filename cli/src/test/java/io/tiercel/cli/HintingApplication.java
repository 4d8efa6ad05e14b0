package io.tiercel.cli;

import io.tiercel.client.ClientSettings;
import io.tiercel.client.TiercelClient;
import io.tiercel.protocol.Eviction;
import java.util.List;
import java.util.OptionalLong;

/** Hints a path and keeps the job's lease until it is killed: the coordinator's port, the job, the path. */
public final class HintingApplication {
    private HintingApplication() {}

    public static void main(String[] arguments) throws InterruptedException {
        TiercelClient client = new TiercelClient(ClientSettings.parse("127.0.0.1:" + arguments[0], "alice"));
        client.job(arguments[1])
                .prefetch(List.of(TiercelClient.path(arguments[2])), Eviction.EVICT_ON_RELEASE, OptionalLong.empty())
                .answer()
                .join();
        Thread.currentThread().join();
    }
}
