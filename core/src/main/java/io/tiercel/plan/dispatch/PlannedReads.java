package io.tiercel.plan.dispatch;

import io.tiercel.plan.LoadPlan;
import io.tiercel.plan.LoadProblem;
import io.tiercel.plan.dispatch.StageProgram.Program;
import io.tiercel.plan.dispatch.StageProgram.Solution;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** The reads from each device that a plan has. Immutable. */
public final class PlannedReads {
    private final Solution solution;

    PlannedReads(Solution solution) {
        this.solution = solution;
    }

    /**
     * The planned reads from one device. Times are seconds since the plan was made.
     *
     * @param begin when the device and an average task have done what ran before
     * @param end when the last of its tasks is done, by the loads of the device and of its node
     */
    public record OfDevice(int device, double bytes, int tasks, double begin, double end) {}

    public LoadPlan plan() {
        return solution.plan();
    }

    /** The devices from which tasks are to read, by number. Takes time for each task and each device, so it is not for a scheduler's lock. */
    public List<OfDevice> byDevice() {
        Program program = solution.program();
        LoadProblem problem = program.problem();
        double[] loads = problem.loads(solution.plan().choice());
        OfDevice[] sums = new OfDevice[program.devices()];
        for (int task = 0; task < problem.tasks(); task++) {
            int chosen = solution.plan().choice(task);
            double end = problem.alone(chosen);
            for (int use = problem.firstUse(chosen); use < problem.firstUse(chosen + 1); use++) {
                end = Math.max(end, loads[problem.resource(use)]);
            }
            StageInputs reads = program.reads();
            int option = program.options()[chosen];
            if (option == StageInputs.NONE) {
                int number = program.tasks()[task];
                for (int read = reads.firstFar[number]; read < reads.firstFar[number + 1]; read++) {
                    add(sums, reads.farDevice[read], reads.farBytes[read], end, problem);
                }
            } else {
                for (int read = reads.firstRead[option]; read < reads.firstRead[option + 1]; read++) {
                    add(sums, reads.device[read], reads.bytes[read], end, problem);
                }
            }
        }
        return Stream.of(sums).filter(Objects::nonNull).toList();
    }

    private static void add(OfDevice[] sums, int device, double bytes, double end, LoadProblem problem) {
        OfDevice before = sums[device];
        sums[device] = before == null
                ? new OfDevice(device, bytes, 1, problem.base(device), end)
                : new OfDevice(
                        device,
                        before.bytes() + bytes,
                        before.tasks() + 1,
                        before.begin(),
                        Math.max(before.end(), end));
    }
}
