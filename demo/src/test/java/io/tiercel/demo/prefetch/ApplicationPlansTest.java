package io.tiercel.demo.prefetch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ApplicationPlansTest {
    private static final String PLAN =
            """
            {"record":"prefetch","app":"app-1","stage":3,"attempt":0,"kind":"k","timeMillis":1,"planner":"trident",\
            "problem":{"nodes":[["n",100]],"devices":[[0,"HDD",100,0]],"slotsFreeAt":[0],\
            "blocks":[[10,0,[0]],[10,null,[0]],[10,null,[0]]],"tasks":[[0.1,[0,10]],[0.1,[1,10]],[0.1,[2,10]]],\
            "memoryRate":1000,"remoteRate":10,"initSeconds":0,"scheduleSeconds":0,"cacheInitSeconds":0},\
            "plan":{"degree":1,"delay":0.5,"seconds":2,"secondsWithout":3,"end":"NO_BETTER",\
            "blocks":[["IN_MEMORY",-1,0,0],["TAKEN",0,1,1],["LATE",-1,4,1]]}}
            """;

    private static final String OUTCOME =
            """
            {"record":"prefetched","app":"app-1","stage":3,"attempt":0,"kind":"k","timeMillis":9,"taken":1,"used":0,"late":1,\
            "unread":0,"bytes":10,"seconds":2.5,"predictedSeconds":2,"secondsWithout":3,"prefetchedSeconds":1.5,\
            "predictedPrefetchedSeconds":1,"computingSeconds":null,"predictedComputingSeconds":0.1}
            """;

    private static final String LOG =
            """
            26/01/01 00:00:00 INFO StagePrefetch: Tiercel: stage 3 (count at Job.java:9): 1 of 3 blocks prefetched; planned in 4 ms
            26/01/01 00:00:00 INFO StagePrefetch: Tiercel: query 0: nothing of 3 blocks prefetched; planned in 2 ms, not knowing
            26/01/01 00:00:01 INFO DAGScheduler: Job 0 finished
            """;

    @TempDir
    Path directory;

    @Test
    void plansAreReadWithWhatCameOfThem() throws IOException {
        Files.writeString(directory.resolve("prefetch-app-1.jsonl"), PLAN + OUTCOME);

        assertThat(plans().of(List.of(2, 3)))
                .containsExactly(new PlannedStage(
                        3,
                        3,
                        1,
                        1,
                        0,
                        1,
                        0,
                        0.5,
                        2.5,
                        2,
                        3,
                        1.5,
                        1,
                        "would be ready too late",
                        "higher degrees did not shorten the job"));
        assertThat(plans().of(List.of(2))).isEmpty();
    }

    @Test
    void planningTimesAreThoseOfTheLog() throws IOException {
        assertThat(plans().planningOf(List.of(3, 4))).containsExactly(4);
        assertThat(plans().planningMillis()).containsEntry(-1, List.of(2));
    }

    private ApplicationPlans plans() throws IOException {
        return ApplicationPlans.read(directory, "app-1", Files.writeString(directory.resolve("log"), LOG));
    }
}
