package io.tiercel.sim.whatif;

import java.util.ArrayList;
import java.util.List;

/**
 * What a stage would have gained.
 *
 * @param stage the stage
 * @param fits which part of its input fits into the nodes' memory
 * @param replayed its duration by the replay of what was logged, seconds: near the real one if the replay is worth anything
 * @param local by how many seconds it would be shorter with every task at its input, which stays where it was
 * @param memory by how many with that, and input in memory as far as it fits
 * @param most by how many at most, whatever the tiers: with no wait at all for input
 */
public record StageGain(LoggedStage stage, double fits, double replayed, double local, double memory, double most) {
    /** Of a stage, under assumptions. What a task did not wait, no better place can save. */
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
