package io.tiercel.spark.memory;

import io.tiercel.hdfs.host.HostRegistry;
import io.tiercel.model.Block;
import io.tiercel.model.BlockId;
import io.tiercel.model.Residency;
import io.tiercel.spark.input.StageInput.PlacedBlock;
import java.util.List;
import java.util.Map;

/** Stages with blocks in memory, for tests of other packages. */
public final class StageMemories {
    private StageMemories() {}

    /** @param resident by the blocks' numbers, all on {@code node} */
    public static StageMemory of(
            HostRegistry hosts, List<List<PlacedBlock>> reads, int node, Map<Long, Residency> resident) {
        StageMemory memory = new StageMemory(hosts, new StageMemory.Owner() {
            @Override
            public void begun(StageMemory stage, List<BlockId> blocks) {
                // No owner.
            }

            @Override
            public void read(StageMemory stage, List<BlockId> blocks) {
                // No owner.
            }

            @Override
            public void over(StageMemory stage) {
                // No owner.
            }
        });
        for (int task = 0; task < reads.size(); task++) {
            List<Block> blocks =
                    reads.get(task).stream().map(PlacedBlock::block).toList();
            memory.reads(task, blocks)
                    .forEach((id, block) -> memory.put(id, node, resident.getOrDefault(id.id(), Residency.NONE)));
        }
        memory.answeredAnew();
        return memory;
    }
}
