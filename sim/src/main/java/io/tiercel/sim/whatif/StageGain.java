package io.tiercel.sim.whatif;

import io.tiercel.sim.whatif.LoggedStage.LoggedTask;
import java.util.ArrayList;
import java.util.List;

/**
 * The gain of a stage from better places of its input.
 *
 * @param fits part of its input that fits into the nodes' memory
 * @param replayed seconds of the replayed log; near the real duration if the replay is good
 * @param local seconds saved with every task at its input, where that lay
 * @param memory seconds saved with input in memory as well, as far as it fits
 * @param most seconds saved without any wait for input
 */
public record StageGain(LoggedStage stage, double fits, double replayed, double local, double memory, double most) {
    /** The gain under assumptions. It is at most a task's wait for input. */
    public static StageGain of(LoggedStage stage, Assumptions assumed) {
        long bytes = stage.inputBytes();
        double room = (double) assumed.memoryBytes() * stage.hosts();
        double fits = bytes == 0 ? 1 : Math.min(1, room / bytes);
        double atATime = stage.atATimeOnANode();
        List<Double> nothing = new ArrayList<>();
        List<Double> local = new ArrayList<>();
        List<Double> memory = new ArrayList<>();
        List<Double> most = new ArrayList<>();
        for (LoggedTask task : stage.tasks()) {
            double waited = task.inputBytes() == 0 ? 0 : task.notComputing() / 1e9;
            double before = Math.min(waited, task.inputBytes() * assumed.before(task.isRemote(), atATime));
            nothing.add(0.0);
            local.add(Math.max(0, before - task.inputBytes() * assumed.before(false, atATime)));
            memory.add(Math.max(0, before - task.inputBytes() * assumed.after(fits, atATime)));
            most.add(waited);
        }
        double replayed = stage.replayed(nothing);
        return new StageGain(
                stage,
                fits,
                replayed,
                replayed - stage.replayed(local),
                replayed - stage.replayed(memory),
                replayed - stage.replayed(most));
    }
}
