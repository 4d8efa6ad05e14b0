package io.tiercel.hdfs.locate;

import static io.tiercel.hdfs.locate.FakeFileSystem.block;
import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.hdfs.ManualBackground;
import io.tiercel.hdfs.host.FakeResolver;
import io.tiercel.hdfs.host.HostRegistry;
import io.tiercel.hdfs.locate.FileRange.FileVersion;
import io.tiercel.hdfs.locate.RangeLocations.LocationMiss;
import io.tiercel.hdfs.locate.RangeLocations.RangeLocation;
import io.tiercel.model.Block;
import io.tiercel.model.Replica;
import io.tiercel.model.Tier;
import java.io.IOException;
import java.net.ConnectException;
import java.security.PrivilegedAction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.ipc.StandbyException;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.Test;

class BlockLocatorTest {
    private static final LocatorSettings SETTINGS =
            new LocatorSettings(Duration.ofMinutes(5), 10_000, 2, Duration.ofSeconds(10), Duration.ofSeconds(60));

    private final ManualBackground background = new ManualBackground();
    private final FakeBatchingFileSystem hdfs = new FakeBatchingFileSystem();
    private final FakeFileSystems fileSystems = new FakeFileSystems(hdfs);
    private final HostRegistry hosts = new HostRegistry(new FakeResolver(), host -> Optional.empty(), background);
    private final BlockLocator locator = new BlockLocator(fileSystems, hosts, SETTINGS, background);

    private static FileRange range(String path, long start, long length) {
        return new FileRange(new Path(path), start, length);
    }

    private static FileRange versioned(String path, long length, long modified) {
        return new FileRange(new Path(path), 0, length, new FileVersion(length, modified));
    }

    private LocationRequest located(FileRange... ranges) {
        LocationRequest locating = locator.request(List.of(ranges));
        background.runReady();
        return locating;
    }

    private Replica replica(String host, Tier tier) {
        return new Replica(hosts.node(host), tier);
    }

    private static LocationMiss.Why why(LocationRequest locating, int range) {
        RangeLocation location = locating.known(range);
        assertThat(location.state()).isEqualTo(RangeLocation.State.MISSED);
        assertThat(location.blocks()).isEmpty();
        return location.miss().why();
    }

    @Test
    void tellsWhatARangeReadsOfEachBlock() {
        hdfs.put(
                "/a",
                250,
                1,
                block(0, 100, "n1:SSD", "n2:DISK"),
                block(100, 100, "n3:ARCHIVE"),
                block(200, 50, "n1:RAM_DISK"));
        LocationRequest locating = located(range("/a", 50, 170));
        assertThat(locating.isDone()).isTrue();
        assertThat(locating.known(0).blocks())
                .containsExactly(
                        new Block(50, List.of(replica("n1", Tier.SSD), replica("n2", Tier.HDD))),
                        new Block(100, List.of(replica("n3", Tier.HDD))),
                        new Block(20, List.of(replica("n1", Tier.MEMORY))));
        assertThat(hosts.rackName(hosts.rack(hosts.node("n1")))).isEqualTo("/rack1");
        assertThat(hosts.rack(hosts.node("n1"))).isEqualTo(hosts.rack(hosts.node("N3")));
    }

    @Test
    void isPendingUntilTheAnswerComesAndThenTells() {
        hdfs.put("/a", 10, 1, block(0, 10, "n1:SSD"));
        LocationRequest locating = locator.request(List.of(range("/a", 0, 10)));
        AtomicBoolean told = new AtomicBoolean();
        locating.whenDone(() -> told.set(true));
        assertThat(locating.known(0)).isEqualTo(RangeLocation.PENDING);
        assertThat(locating.pending()).isEqualTo(1);
        assertThat(locating.await(Duration.ZERO)).isFalse();
        assertThat(told).isFalse();
        background.runReady();
        assertThat(locating.await(Duration.ZERO)).isTrue();
        assertThat(locating.pending()).isZero();
        assertThat(told).isTrue();
    }

    @Test
    void asksNobodyForNothing() {
        assertThat(located().isDone()).isTrue();
        assertThat(why(located(range("file:/tmp/x", 0, 5)), 0)).isEqualTo(LocationMiss.Why.NOT_LOCATED);
        assertThat(hdfs.calls).isEmpty();
    }

    @Test
    void aFileSystemThatOnlySaysLocalhostIsAskedOnce() {
        hdfs.put("/a", 10, 1, new BlockLocation(new String[] {"localhost:9866"}, new String[] {"localhost"}, 0, 10));
        assertThat(why(located(range("/a", 0, 10)), 0)).isEqualTo(LocationMiss.Why.NOT_LOCATED);
        assertThat(why(located(range("/b", 0, 10)), 0)).isEqualTo(LocationMiss.Why.NOT_LOCATED);
        assertThat(hdfs.count("list")).isEqualTo(1);
    }

    @Test
    void hasReasonsForFilesWithoutLocations() {
        hdfs.put("/ec", 10, 1, Set.of(FileStatus.AttrFlags.HAS_EC), block(0, 10, "n1:DISK"));
        hdfs.put("/dir/inside", 10, 1);
        hdfs.put("/secret", 10, 1);
        hdfs.forbidden.add(new Path("/secret"));
        LocationRequest locating =
                located(range("/ec", 0, 10), range("/dir", 0, 10), range("/gone", 0, 10), range("/secret", 0, 10));
        assertThat(List.of(why(locating, 0), why(locating, 1), why(locating, 2), why(locating, 3)))
                .containsExactly(
                        LocationMiss.Why.ERASURE_CODED,
                        LocationMiss.Why.NOT_A_FILE,
                        LocationMiss.Why.NOT_FOUND,
                        LocationMiss.Why.PERMISSION_DENIED);
        assertThat(locating.known(3).miss().detail())
                .contains("Permission denied")
                .doesNotContain("\n");
    }

    @Test
    void encryptedFilesAreLocated() {
        hdfs.put("/e", 10, 1, Set.of(FileStatus.AttrFlags.HAS_CRYPT), block(0, 10, "n1:SSD"));
        assertThat(located(range("/e", 0, 10)).known(0).blocks())
                .containsExactly(new Block(10, List.of(replica("n1", Tier.SSD))));
    }

    @Test
    void emptyFilesAndEmptyRangesHaveNoBlocks() {
        hdfs.put("/empty", 0, 1);
        hdfs.put("/a", 10, 1, block(0, 10, "n1:SSD"));
        LocationRequest locating = located(range("/empty", 0, 0), range("/a", 3, 0), range("/a", 10, 5));
        assertThat(locating.known())
                .allMatch(location -> location.state() == RangeLocation.State.LOCATED
                        && location.blocks().isEmpty());
    }

    @Test
    void manyFilesOfADirectoryComeFromOneListing() {
        List<FileRange> ranges = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            hdfs.put("/d/part-" + i, 10, 1, block(0, 10, "n" + i % 7 + ":SSD"));
            ranges.add(range("/d/part-" + i, 0, 10));
        }
        assertThat(located(ranges.toArray(FileRange[]::new)).isDone()).isTrue();
        assertThat(hdfs.count("list")).isEqualTo(1);
        assertThat(hdfs.count("batch")).isZero();
    }

    @Test
    void fewFilesOfManyDirectoriesComeInBatches() {
        FileRange[] ranges = IntStream.range(0, 250)
                .mapToObj(i -> {
                    hdfs.put("/d" + i + "/part", 10, 1, block(0, 10, "n1:SSD"));
                    return range("/d" + i + "/part", 0, 10);
                })
                .toArray(FileRange[]::new);
        assertThat(located(ranges).known()).allMatch(known -> known.state() == RangeLocation.State.LOCATED);
        assertThat(hdfs.calls).containsExactly("batch of 100", "batch of 100", "batch of 50");
    }

    @Test
    void asksOneByOneWhereBatchesAreNotServed() {
        hdfs.unsupported = true;
        hdfs.put("/a/x", 10, 1, block(0, 10, "n1:SSD")).put("/b/x", 10, 1, block(0, 10, "n1:SSD"));
        LocationRequest locating = located(range("/a/x", 0, 10), range("/b/x", 0, 10));
        assertThat(locating.known()).allMatch(known -> known.state() == RangeLocation.State.LOCATED);
    }

    @Test
    void givesUpListingADirectoryThatIsFarTooLarge() {
        List<FileRange> ranges = new ArrayList<>();
        for (int i = 0; i < 5_000; i++) {
            hdfs.put("/d/%04d".formatted(i), 10, 1, block(0, 10, "n1:SSD"));
            if (i >= 4_980) {
                ranges.add(range("/d/%04d".formatted(i), 0, 10));
            }
        }
        assertThat(located(ranges.toArray(FileRange[]::new)).known())
                .allMatch(known -> known.state() == RangeLocation.State.LOCATED);
        assertThat(hdfs.count("entry")).isLessThan(2_000);
        assertThat(hdfs.count("batch")).isEqualTo(1);
    }

    @Test
    void readsFilesOfADirectoryThatMayNotBeListed() {
        List<FileRange> ranges = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            hdfs.put("/d/" + i, 10, 1, block(0, 10, "n1:SSD"));
            ranges.add(range("/d/" + i, 0, 10));
        }
        hdfs.forbidden.add(new Path("/d"));
        assertThat(located(ranges.toArray(FileRange[]::new)).known())
                .allMatch(known -> known.state() == RangeLocation.State.LOCATED);
    }

    @Test
    void namesArePlainTextToTheLetter() {
        String odd = "/d x/part=1%2F/ä+b c%20#?.txt";
        hdfs.put(odd, 10, 1, block(0, 10, "n1:SSD"));
        assertThat(located(range(odd, 0, 10)).known(0).blocks()).hasSize(1);
    }

    @Test
    void oneVersionIsAskedForOnce() {
        hdfs.put("/a", 10, 1, block(0, 10, "n1:SSD"));
        located(versioned("/a", 10, 1));
        LocationRequest again = locator.request(List.of(versioned("/a", 10, 1)));
        assertThat(again.isDone()).isTrue();
        assertThat(hdfs.count("list")).isEqualTo(1);
    }

    @Test
    void anotherVersionIsAskedForAgain() {
        hdfs.put("/a", 10, 1, block(0, 10, "n1:SSD"));
        located(versioned("/a", 10, 1));
        hdfs.put("/a", 10, 2, block(0, 10, "n2:DISK"));
        assertThat(located(versioned("/a", 10, 2)).known(0).blocks())
                .containsExactly(new Block(10, List.of(replica("n2", Tier.HDD))));
    }

    @Test
    void withoutAVersionOnlyAnAnswerOfThisMomentServes() {
        hdfs.put("/a", 10, 1, block(0, 10, "n1:SSD"));
        located(range("/a", 0, 10));
        assertThat(locator.request(List.of(range("/a", 0, 10))).isDone()).isTrue();
        background.advanceSeconds(4);
        assertThat(locator.request(List.of(range("/a", 0, 10))).isDone()).isFalse();
    }

    @Test
    void locationsAgeAndHostsAreForgotten() {
        hdfs.put("/a", 10, 1, block(0, 10, "n1:SSD")).put("/b", 10, 1, block(0, 10, "n2:SSD"));
        located(versioned("/a", 10, 1), versioned("/b", 10, 1));
        locator.invalidate("N1.");
        background.runReady();
        assertThat(locator.request(List.of(versioned("/a", 10, 1))).isDone()).isFalse();
        assertThat(locator.request(List.of(versioned("/b", 10, 1))).isDone()).isTrue();
        background.advanceSeconds(301);
        assertThat(locator.request(List.of(versioned("/b", 10, 1))).isDone()).isFalse();
    }

    @Test
    void requestsForOneFileShareALookup() {
        hdfs.put("/a", 10, 1, block(0, 10, "n1:SSD"));
        LocationRequest one = locator.request(List.of(range("/a", 0, 5)));
        LocationRequest two = locator.request(List.of(range("/a", 5, 5), versioned("/a", 10, 1)));
        background.runReady();
        assertThat(one.isDone()).isTrue();
        assertThat(two.isDone()).isTrue();
        assertThat(hdfs.count("list")).isEqualTo(1);
    }

    @Test
    void asksAsTheUserWhoRequested() {
        hdfs.put("/a", 10, 1, block(0, 10, "n1:SSD"));
        UserGroupInformation alice = UserGroupInformation.createRemoteUser("alice");
        LocationRequest locating =
                alice.doAs((PrivilegedAction<LocationRequest>) () -> locator.request(List.of(range("/a", 0, 10))));
        background.runReady();
        assertThat(locating.isDone()).isTrue();
        assertThat(fileSystems.usersAtOpen).containsExactly("alice");
        assertThat(locator.request(List.of(range("/a", 0, 10))).isDone())
                .as("another user does not see it")
                .isFalse();
    }

    @Test
    void aNameNodeThatFailsIsLeftAloneAndAskedAgain() {
        hdfs.put("/a", 10, 1, block(0, 10, "n1:SSD"));
        hdfs.failure = new ConnectException("Connection refused");
        LocationRequest locating = located(range("/a", 0, 10));
        assertThat(locating.isDone()).isFalse();
        assertThat(locating.await(Duration.ofDays(1))).as("no use to wait").isFalse();
        located(range("/b", 0, 10));
        assertThat(hdfs.count("list")).as("left alone").isEqualTo(1);
        hdfs.failure = null;
        background.advanceSeconds(1.1);
        assertThat(locating.isDone()).isTrue();
        assertThat(locating.known(0).blocks()).hasSize(1);
    }

    @Test
    void oneOddFileDoesNotKeepTheOthersFromBeingLocated() {
        hdfs.put("/a/x", 10, 1, block(0, 10, "n1:SSD")).put("/b/x", 10, 1, block(0, 10, "n1:SSD"));
        hdfs.odd.put("/a/odd", new IllegalArgumentException("not a valid name"));
        hdfs.odd.put("/b/odd", new RemoteException("java.lang.NullPointerException", "a bug of the server"));
        LocationRequest locating =
                located(range("/a/odd", 0, 1), range("/a/x", 0, 10), range("/b/odd", 0, 1), range("/b/x", 0, 10));
        assertThat(locating.isDone()).isTrue();
        assertThat(why(locating, 0)).isEqualTo(LocationMiss.Why.FAILED);
        assertThat(why(locating, 2)).isEqualTo(LocationMiss.Why.FAILED);
        assertThat(locating.known(1).blocks()).hasSize(1);
        assertThat(locating.known(3).blocks()).hasSize(1);
    }

    @Test
    void aStandbyIsNotAnAnswer() {
        hdfs.put("/a", 10, 1, block(0, 10, "n1:SSD"));
        hdfs.failure = new RemoteException(StandbyException.class.getName(), "Operation READ is not supported");
        LocationRequest locating = located(range("/a", 0, 10));
        assertThat(locating.isDone()).isFalse();
        hdfs.failure = null;
        background.advanceSeconds(1.1);
        assertThat(locating.isDone()).isTrue();
    }

    @Test
    void aNameNodeThatFailsForLongIsGivenUp() {
        hdfs.failure = new IOException("Call timed out\nand so on");
        LocationRequest locating = located(range("/a", 0, 10));
        for (int second = 0; second < 70; second++) {
            background.advanceSeconds(1);
        }
        assertThat(why(locating, 0)).isEqualTo(LocationMiss.Why.UNREACHABLE);
        assertThat(locating.known(0).miss().detail()).contains("Call timed out").doesNotContain("\n");
        assertThat(hdfs.count("list")).as("pauses double").isLessThan(8);
        assertThat(background.waiting()).isZero();
    }

    @Test
    void answersThatCameBeforeAFailureCount() {
        List<FileRange> ranges = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            hdfs.put("/d/" + i, 10, 1, block(0, 10, "n1:SSD"));
            ranges.add(range("/d/" + i, 0, 10));
        }
        ranges.add(range("/other", 0, 10));
        LocationRequest locating = locator.request(ranges);
        hdfs.failAfter(5, new IOException("gone away"));
        background.runReady();
        assertThat(locating.pending()).isLessThan(21).isPositive();
    }

    @Test
    void aCancelledRequestIsNotPursued() {
        hdfs.failure = new IOException("down");
        LocationRequest locating = located(range("/a", 0, 10));
        locating.cancel();
        background.advanceSeconds(2);
        assertThat(why(locating, 0)).isEqualTo(LocationMiss.Why.CANCELLED);
        assertThat(hdfs.count("list")).isEqualTo(1);
    }

    @Test
    void whoComesAfterACancelledRequestIsServed() {
        hdfs.put("/a", 10, 1, block(0, 10, "n1:SSD"));
        LocationRequest first = locator.request(List.of(range("/a", 0, 10)));
        first.cancel();
        LocationRequest second = locator.request(List.of(range("/a", 0, 10)));
        background.runReady();
        assertThat(second.known(0).blocks()).hasSize(1);
        LocationRequest third = locator.request(List.of(range("/b", 0, 10)));
        third.cancel();
        background.runReady();
        assertThat(why(third, 0)).isEqualTo(LocationMiss.Why.CANCELLED);
        assertThat(why(located(range("/b", 0, 10)), 0)).isEqualTo(LocationMiss.Why.NOT_FOUND);
    }

    @Test
    void anAnswerOfBeforeTheRequestDoesNotServeAnotherVersion() {
        hdfs.put("/a", 10, 1, block(0, 10, "n1:SSD"));
        List<LocationRequest> late = new ArrayList<>();
        hdfs.beforeAnswer = () -> {
            hdfs.beforeAnswer = null;
            background.tick();
            late.add(locator.request(List.of(versioned("/a", 10, 2))));
        };
        LocationRequest first = locator.request(List.of(range("/a", 0, 10)));
        background.runOne();
        assertThat(first.isDone()).isTrue();
        assertThat(late.get(0).isDone()).as("asked for again").isFalse();
        hdfs.put("/a", 10, 2, block(0, 10, "n2:SSD"));
        background.tick();
        background.runReady();
        assertThat(late.get(0).known(0).blocks()).containsExactly(new Block(10, List.of(replica("n2", Tier.SSD))));
    }

    @Test
    void closingAnswersWhatIsOpen() {
        LocationRequest locating = locator.request(List.of(range("/a", 0, 10)));
        locator.close();
        assertThat(why(locating, 0)).isEqualTo(LocationMiss.Why.CANCELLED);
        assertThat(why(locator.request(List.of(range("/a", 0, 10))), 0)).isEqualTo(LocationMiss.Why.CANCELLED);
    }
}
