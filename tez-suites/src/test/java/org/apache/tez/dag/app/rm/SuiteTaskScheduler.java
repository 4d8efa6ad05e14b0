package org.apache.tez.dag.app.rm;

import io.tiercel.containers.Placement;
import io.tiercel.record.ReadPlace;
import io.tiercel.tez.TaskPlanner;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.apache.tez.serviceplugins.api.TaskSchedulerContext;

/**
 * Our scheduler for Tez' own suites. All tasks are known to its planner, which decides as Tez does on a node: the first task that prefers
 * the host. So all our code is at work, and results must be Tez' own.
 */
public class SuiteTaskScheduler extends TiercelTaskScheduler {
    public SuiteTaskScheduler(TaskSchedulerContext context) {
        super(context);
        plan(new FirstByHost());
    }

    private static final class FirstByHost implements TaskPlanner {
        @Override
        public void requested(Object task) {}

        @Override
        public void awaitInput() {}

        @Override
        public boolean knows(Object task) {
            return true;
        }

        @Override
        public List<Placement> round(List<String> containers, List<Waiting> waiting, Predicate<Placement> accepted) {
            List<Placement> placements = new ArrayList<>();
            boolean[] taken = new boolean[waiting.size()];
            for (int container = 0; container < containers.size(); container++) {
                for (int task = 0; task < taken.length; task++) {
                    Placement placement = new Placement(container, task, ReadPlace.HDD);
                    if (!taken[task]
                            && waiting.get(task).hosts().contains(containers.get(container))
                            && accepted.test(placement)) {
                        taken[task] = true;
                        placements.add(placement);
                        break;
                    }
                }
            }
            if (!placements.isEmpty()) {
                System.out.println("The test's planner placed " + placements.size());
            }
            return placements;
        }

        @Override
        public boolean hasUnrequestedInput(int vertex) {
            return true;
        }

        @Override
        public void succeeded(Object task) {}

        @Override
        public void failed(Object task) {}

        @Override
        public void dagComplete() {}

        @Override
        public void close() {}
    }
}
