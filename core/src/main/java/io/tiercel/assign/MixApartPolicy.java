package io.tiercel.assign;

import io.tiercel.model.Tier;

/**
 * MixApart's compute scheduler (algorithm 1). An offered node takes a task whose input is cached there; else in its rack; else on
 * its way there; else on its way into its rack; else cached anywhere; else on its way anywhere. The first job in the engine's
 * order that has such a task gives it. So slots that one job cannot use go to the next.
 *
 * <p>Any replica counts as cached, on a disk or in memory. A replica that is being fetched is one that arrives
 * ({@link io.tiercel.model.Residency#arriving}).
 *
 * <p>The paper leaves open what happens to a task whose input is neither cached nor on its way. Algorithm 1 never starts it. Here
 * it comes last, because nobody else may fetch its input: a slot never stays free while a task waits. A caller with a
 * {@code TransferScheduler} may leave such a task out until its transfer begins. Open as well: several nodes with free slots at a
 * time. Here each level goes over all nodes before the next one, as in the other list schedulers, so no node takes a task
 * that another free node has cached. For one offered node this is algorithm 1 as published. If a task has several blocks,
 * the state of most of its bytes on a node counts. Process-local tasks go first (Trident, section 7.3). Ties: the node with the lowest number
 * offers first and takes the task with the lowest number.
 *
 * <p>No task waits for a better node: the policy is work-conserving (section 5).
 */
public final class MixApartPolicy implements AssignmentPolicy {
    @Override
    public String name() {
        return "mixapart";
    }

    @Override
    public Decision decide(AssignmentProblem problem) {
        SlotOffers offers = new SlotOffers(problem);
        return offers.level(offers.processLocal())
                .level(offers.atNodes(Reason.DATA_LOCAL, (task, i) -> isLocal(task, i) && !task.isArriving(i)))
                .level(offers.inRacks(Reason.CACHED_IN_RACK, (task, rack) -> !isArriving(problem, task, rack)))
                .level(offers.atNodes(Reason.ARRIVING_HERE, (task, i) -> isLocal(task, i) && task.isArriving(i)))
                .level(offers.inRacks(Reason.ARRIVING_IN_RACK, (task, rack) -> isArriving(problem, task, rack)))
                .level(offers.anywhere(Reason.CACHED_ELSEWHERE, task -> !task.isEmpty() && !task.isAllArriving()))
                .level(offers.anywhere(Reason.ARRIVING_ELSEWHERE, Preferences::isAllArriving))
                .level(offers.noPreference())
                .decision();
    }

    private static boolean isLocal(Preferences task, int i) {
        return task.nodeTier(i) != null && task.nodeTier(i) != Tier.REMOTE;
    }

    /** Whether the rack has copies of the task's input, and all of them are on their way. */
    private static boolean isArriving(AssignmentProblem problem, Preferences task, int rack) {
        boolean any = false;
        for (int i = 0; i < task.size(); i++) {
            if (problem.rackOf(task.node(i)) == rack) {
                if (!task.isArriving(i)) {
                    return false;
                }
                any = true;
            }
        }
        return any;
    }
}
