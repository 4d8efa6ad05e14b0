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
            {"record":"prefetch","app":"app-1","stage":3,"attempt":0,"kind":"k","timeMillis":1,"planningMillis":4,"planner":"trident",\
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

    @TempDir
    Path directory;

    @Test
    void plansAreReadWithWhatCameOfThem() throws IOException {
        Files.writeString(directory.resolve("prefetch-app-1.jsonl"), PLAN + OUTCOME);

        assertThat(plans().of(List.of(2, 3))).singleElement().satisfies(stage -> {
            assertThat(stage.stage()).isEqualTo(3);
            assertThat(stage.blocks()).isEqualTo(3);
            assertThat(stage.inMemory()).isEqualTo(1);
            assertThat(stage.delay()).isEqualTo(0.5);
            assertThat(stage.outcome().taken()).isEqualTo(1);
            assertThat(stage.outcome().used()).isZero();
            assertThat(stage.outcome().late()).isEqualTo(1);
            assertThat(stage.outcome().unread()).isZero();
            assertThat(stage.outcome().seconds()).isEqualTo(2.5);
            assertThat(stage.outcome().predictedSeconds()).isEqualTo(2);
            assertThat(stage.outcome().secondsWithout()).isEqualTo(3);
            assertThat(stage.outcome().prefetchedSeconds()).isEqualTo(1.5);
            assertThat(stage.outcome().predictedPrefetchedSeconds()).isEqualTo(1);
            assertThat(stage.left()).isEqualTo("would be ready too late");
            assertThat(stage.end()).isEqualTo("a higher limit ends the job no sooner");
        });
        assertThat(plans().of(List.of(2))).isEmpty();
    }

    @Test
    void planningTimesAreThoseOfTheRecords() throws IOException {
        Files.writeString(directory.resolve("prefetch-app-1.jsonl"), PLAN + OUTCOME);

        assertThat(plans().planningMillis(List.of(3, 4))).containsExactly(4L);
    }

    @Test
    void anApplicationWithoutRecordsHasNoPlans() {
        assertThat(plans().of(List.of(3))).isEmpty();
        assertThat(plans().planningMillis(List.of(3))).isEmpty();
    }

    private ApplicationPlans plans() {
        return ApplicationPlans.read(directory, "app-1");
    }
}
