package io.tiercel.agent.migrate;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.agent.BlockStore.StoredReplica;
import io.tiercel.agent.Blocks;
import io.tiercel.linux.LockLimit;
import io.tiercel.linux.PageCacheQuery;
import io.tiercel.linux.PinnedFile;
import io.tiercel.protocol.BlockId;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Orders in any sequence: the pins never exceed the budget, and count what the kernel has locked. */
class PinnedBlocksPropertyTest {
    private static final int BLOCKS = 12;
    private static final long BUDGET = 40_960;

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void holdsNoMoreThanItsBudget(long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        Blocks blocks = Blocks.onDisk();
        for (int i = 0; i < BLOCKS; i++) {
            blocks.add(i, random.nextInt(1, 16_000));
        }
        long lockedBefore = LockLimit.read().locked();
        Map<BlockId, Long> model = new HashMap<>();
        PinnedBlocks pins = new PinnedBlocks(BUDGET, 100);
        for (int step = 0; step < 200; step++) {
            BlockId block = Blocks.id(random.nextInt(BLOCKS));
            if (random.nextInt(3) == 0) {
                assertThat(pins.release(block)).isEqualTo(model.remove(block) != null);
            } else {
                pin(pins, blocks, block, model, random.nextInt(5) > 0);
            }
            long expected = model.values().stream().mapToLong(Long::longValue).sum();
            assertThat(pins.heldBytes()).isEqualTo(expected).isLessThanOrEqualTo(BUDGET);
            assertThat(LockLimit.read().locked() - lockedBefore).isEqualTo(expected);
        }
        pins.releaseAll();
        assertThat(LockLimit.read().locked()).isEqualTo(lockedBefore);
        assertThat(pins.reserve(BUDGET)).as("nothing is left set aside").isEmpty();
    }

    /** A block on its way takes two mappings, and a locked one takes one. */
    @Test
    void holdsNoMoreMappingsThanItMay() throws IOException {
        Blocks blocks = Blocks.onDisk();
        for (int i = 0; i < 4; i++) {
            blocks.add(i);
        }
        PinnedBlocks pins = new PinnedBlocks(1 << 20, 3);
        Map<BlockId, Long> model = new HashMap<>();
        pin(pins, blocks, Blocks.id(0), model, true);
        pin(pins, blocks, Blocks.id(1), model, true);
        assertThat(pins.reserve(Blocks.LENGTH))
                .contains("too many mappings: 2 blocks are locked, and vm.max_map_count leaves 3 for them");
        pins.release(Blocks.id(1));
        assertThat(pins.reserve(Blocks.LENGTH)).isEmpty();
        pins.cancel(Blocks.LENGTH);
        pin(pins, blocks, Blocks.id(2), model, true);
        assertThat(model).hasSize(3);
        pins.releaseAll();
    }

    private static void pin(PinnedBlocks pins, Blocks blocks, BlockId block, Map<BlockId, Long> model, boolean wanted)
            throws IOException {
        StoredReplica stored = blocks.find(block).orElseThrow();
        if (pins.reserve(stored.length()).isPresent()) {
            return;
        }
        PinnedFile file = PinnedFile.map(stored.file(), new PageCacheQuery());
        file.lock(0, stored.length());
        boolean held = pins.hold(block, new PinnedBlocks.Pin(stored, file), () -> wanted);
        assertThat(held).isEqualTo(wanted && !model.containsKey(block));
        if (held) {
            model.put(block, PinnedFile.lockedBytes(stored.length()));
        } else {
            file.close();
            pins.cancel(stored.length());
        }
    }
}
